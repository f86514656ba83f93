extension ScreenDiff {
    /// The changes of a drawing that is on both screens with the same size and the same tap.
    package struct DrawingChange: Sendable, Hashable {
        /// The new text for everybody who cannot see the drawing; `nil` if it did not change.
        package var alt: String?
        /// The edits of the shapes, to be applied in order.
        package var shapes: [ShapeEdit] = []

        /// Whether there are no changes.
        var isEmpty: Bool { alt == nil && shapes.isEmpty }

        /// Compares two drawings.
        ///
        /// Returns `nil` if their sizes or their taps differ.
        init?(from old: DrawingElement, to new: DrawingElement) {
            guard (old.width, old.height, old.tap) == (new.width, new.height, new.tap) else { return nil }
            if old.alt != new.alt { alt = new.alt }
            shapes = ScreenDiff.edits(from: old.shapes, to: new.shapes) { $0 == $1 ? nil : .set($1) }
        }

        func apply(to drawing: inout DrawingElement) throws {
            if let alt { drawing.alt = alt }
            if !shapes.isEmpty { drawing.shapes = try drawing.shapes.applying(shapes) }
        }
    }
}

extension ScreenDiff.DrawingChange: Decodable {
    private enum CodingKeys: CodingKey { case alt, shapes }

    /// Decodes the value from its wire format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        alt = try container.decodeIfPresent(String.self, forKey: .alt)
        shapes = try container.decodeIfPresent([ScreenDiff.ShapeEdit].self, forKey: .shapes) ?? []
    }
}
