package import FeatureKit

extension DrawingElement {
    /// Returns the button that a tap at a place presses; `nil` if the drawing takes no taps.
    ///
    /// A place outside the drawing becomes the nearest place inside it. An action with integer fields gets a rounded
    /// place.
    ///
    /// - Parameters:
    ///   - x: The horizontal place, in the unit of the drawing.
    ///   - y: The vertical place.
    ///   - shape: The id of the topmost shape at the place; `nil` if there is none.
    ///   - action: The action of the button.
    package func tap(atX x: Double, y: Double, on shape: String?, by action: Action?) -> Button? {
        guard var tap, let action else { return nil }
        let drawn = drawnSize
        for (name, place, size) in [(Self.xName, x, drawn.width), (Self.yName, y, drawn.height)] {
            let inside = place.isNaN ? 0 : min(max(0, place), size)
            tap.arguments[name] =
                Self.takesWhole(name, action)
                ? .integer(Int(inside.rounded())) : .decimal((inside * 100).rounded() / 100)
        }
        if let shape, action.fields.contains(where: { $0.name == Self.shapeName }) {
            tap.arguments[Self.shapeName] = .text(shape)
        }
        return tap
    }

    /// Returns the button that a tap on a shape presses, at the middle of the shape; `nil` if there is none.
    package func tap(on shape: Shape, by action: Action?) -> Button? {
        shape.figure.middle.flatMap { tap(atX: $0.x, y: $0.y, on: shape.id, by: action) }
    }

    /// Returns whether the action of taps takes a place only as whole numbers.
    package static func takesWhole(_ name: String, _ action: Action) -> Bool {
        action.fields.first { $0.name == name }?.kind == .integer
    }
}

extension DrawingElement.Shape {
    /// The name of the shape for people: its title, or its form and place.
    package var name: String { title ?? words }

    /// The form, the place and the size of the shape in words, such as "Circle at 80, 60, radius 20, filled".
    package var words: String {
        func text(_ number: Double) -> String { FieldValue.decimal((number * 100).rounded() / 100).description }
        func place(_ x: Double, _ y: Double) -> String { "\(text(x)), \(text(y))" }
        let words =
            switch figure {
            case .circle(let x, let y, let radius): "Circle at \(place(x, y)), radius \(text(radius))"
            case .rectangle(let x, let y, let width, let height):
                "Rectangle at \(place(x, y)), \(text(width)) × \(text(height))"
            case .line(let x, let y, let x2, let y2): "Line from \(place(x, y)) to \(place(x2, y2))"
            case .text(let x, let y, let text): "\u{201C}\(text)\u{201D} at \(place(x, y))"
            case .unknown(let kind): "Shape (\(kind))"
            }
        return isFilled ? "\(words), filled" : words
    }

    /// The title and the words of the shape; the words alone if it has no title.
    package var line: String { title.map { "\($0): \(words)" } ?? words }
}

extension DrawingElement.Shape.Figure {
    /// The middle of the shape; `nil` for an unknown figure.
    package var middle: (x: Double, y: Double)? {
        switch self {
        case .circle(let x, let y, _), .text(let x, let y, _): (x, y)
        case .rectangle(let x, let y, let width, let height): (x + width / 2, y + height / 2)
        case .line(let x, let y, let x2, let y2): ((x + x2) / 2, (y + y2) / 2)
        case .unknown: nil
        }
    }
}
