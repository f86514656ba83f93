extension DrawingElement {
    /// The height of the letters of texts, which is in proportion to the drawing.
    package var letterHeight: Double { max(drawnSize.width, drawnSize.height) / 30 }

    /// The distance from a shape that still counts as on it, so that a person can tap on a line.
    package var tolerance: Double { max(drawnSize.width, drawnSize.height) / 150 }

    /// Returns the topmost shape at a place; without one, the nearest shape next to it; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - x: The horizontal place, in the unit of the drawing.
    ///   - y: The vertical place.
    ///   - distance: The distance from a shape that still counts, because the place is not exact.
    package func shape(atX x: Double, y: Double, within distance: Double) -> Shape? {
        guard x.isFinite, y.isFinite else { return nil }
        var nearest: (distance: Double, index: Int)?
        for index in shapes.indices.reversed() {
            let figure = shapes[index].figure
            guard figure.isDrawable else { continue }
            let length = figure.distance(fromX: x, y: y, letterHeight: letterHeight)
            if length <= 0 { return shapes[index] }
            if length <= distance, nearest.map({ length < $0.distance }) ?? true { nearest = (length, index) }
        }
        return nearest.map { shapes[$0.index] }
    }
}

extension DrawingElement.Shape.Figure {
    /// Returns the distance between a place and the shape; 0 inside it.
    fileprivate func distance(fromX x: Double, y: Double, letterHeight: Double) -> Double {
        func fromRectangle(_ left: Double, _ top: Double, _ width: Double, _ height: Double) -> Double {
            Self.length(max(left - x, 0, x - left - width), max(top - y, 0, y - top - height))
        }
        switch self {
        case .circle(let middleX, let middleY, let radius):
            return max(0, Self.length(x - middleX, y - middleY) - radius)
        case .rectangle(let left, let top, let width, let height): return fromRectangle(left, top, width, height)
        case .line(let startX, let startY, let endX, let endY):
            let (alongX, alongY) = (endX - startX, endY - startY)
            let square = alongX * alongX + alongY * alongY
            // The share of the line before the point of the line that is nearest to the place.
            let share = square > 0 ? ((x - startX) * alongX + (y - startY) * alongY) / square : 0
            let inside = min(1, max(0, share))
            return Self.length(x - startX - inside * alongX, y - startY - inside * alongY)
        case .text(let middleX, let middleY, let text):
            // A letter is about half as wide as it is high.
            let width = Double(text.count) * letterHeight / 2
            return fromRectangle(middleX - width / 2, middleY - letterHeight / 2, width, letterHeight)
        case .unknown: return .infinity
        }
    }

    private static func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
}

extension Screen {
    /// Returns a call with the shape at its place, if it is a tap on a drawing whose action takes a shape.
    ///
    /// A caller that gives a shape, or gives none on purpose, decides itself.
    func tapping(_ call: Call, of action: Action) -> Call {
        typealias Drawing = DrawingElement
        guard call.form == nil, !call.changed.contains(Drawing.shapeName),
            let x = call.arguments[Drawing.xName]?.number, let y = call.arguments[Drawing.yName]?.number,
            action.fields.contains(where: { $0.name == Drawing.shapeName })
        else { return call }
        var call = call
        forEachElement { element in
            guard case .drawing(let drawing) = element, drawing.tap?.action == action.name,
                let shape = drawing.shape(atX: x, y: y, within: drawing.tolerance)
            else { return }
            call.arguments[Drawing.shapeName] = .text(shape.id)
        }
        return call
    }
}

extension FieldValue {
    fileprivate var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .decimal(let number): number
        case .text, .boolean, .texts, .secret: nil
        }
    }
}
