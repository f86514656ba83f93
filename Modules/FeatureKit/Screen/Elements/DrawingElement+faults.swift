extension DrawingElement {
    /// The names of the fields in which the action of a tap gets the place and the shape.
    package static let (xName, yName, shapeName) = ("x", "y", "shape")

    /// Returns the first mistake in the drawing of a view; returns `nil` if there is none.
    ///
    /// - Parameter action: The action of the tap; `nil` if the drawing has none, or the manifest does not declare it.
    func fault(tapping action: Action?) -> String? {
        let place = "the drawing '\(id)'"
        for (name, length) in [("width", width), ("height", height)] where !Self.sizes.contains(length) {
            return "\(place) has the \(name) \(length); expected \(Self.sizes.lowerBound) to \(Self.sizes.upperBound)"
        }
        if alt.isEmpty { return "\(place) has no text for people who cannot see it" }
        if shapes.count > Self.shapeLimit {
            return "\(place) has \(shapes.count) shapes; expected at most \(Self.shapeLimit)"
        }
        var ids = Set<String>(minimumCapacity: shapes.count)
        for index in shapes.indices {
            let id = shapes[index].id
            if !ids.insert(id).inserted { return "two shapes of \(place) have the id '\(id)'" }
            if let fault = shapes[index].figure.fault { return "the shape '\(id)' of \(place) has \(fault)" }
        }
        guard let tap, let action else { return nil }
        for name in [Self.xName, Self.yName] {
            let field = action.fields.first { $0.name == name }
            guard field?.kind == .decimal || field?.kind == .integer else {
                return "\(place) taps with the action '\(action.name)', which has no number field '\(name)'"
            }
        }
        if let field = action.fields.first(where: { $0.name == Self.shapeName }), field.kind != .text || field.required
        {
            return "\(place) taps with the action '\(action.name)', whose field 'shape' is no optional text"
        }
        let given = [Self.xName, Self.yName]
        if let field = action.fields.first(where: {
            $0.required && $0.defaultValue == nil && tap.arguments[$0.name] == nil && !given.contains($0.name)
        }) {
            return
                "\(place) taps with the action '\(action.name)', which requires '\(field.name)'; a tap cannot give it"
        }
        let preset = [Self.xName, Self.yName, Self.shapeName].first { tap.arguments[$0] != nil }
        return preset.map { "the button of \(place) has the argument '\($0)', which a tap gives" }
    }
}

extension DrawingElement {
    /// The width and the height with which front ends draw; positive numbers within the limit.
    ///
    /// A host of another version can send others.
    package var drawnSize: (width: Double, height: Double) {
        func drawn(_ length: Double) -> Double {
            length.isNaN ? Self.sizes.lowerBound : min(Self.sizes.upperBound, max(Self.sizes.lowerBound, length))
        }
        return (drawn(width), drawn(height))
    }
}

extension DrawingElement.Shape.Figure {
    /// Whether all numbers are in their ranges; front ends draw no other figures.
    ///
    /// A host of another version can send others.
    package var isDrawable: Bool { fault == nil }

    /// The first number that is out of its range; `nil` if there is none.
    fileprivate var fault: String? {
        let (numbers, lengths): ([Double], [Double]) =
            switch self {
            case .circle(let x, let y, let radius): ([x, y, radius], [radius])
            case .rectangle(let x, let y, let width, let height): ([x, y, width, height], [width, height])
            case .line(let x, let y, let x2, let y2): ([x, y, x2, y2], [])
            case .text(let x, let y, _): ([x, y], [])
            case .unknown: ([], [])
            }
        if let length = lengths.first(where: { !($0 >= 0) }) { return "the length \(length); expected at least 0" }
        let limit = DrawingElement.magnitudeLimit
        return numbers.first { !($0.magnitude <= limit) }.map { "the number \($0); expected -\(limit) to \(limit)" }
    }
}
