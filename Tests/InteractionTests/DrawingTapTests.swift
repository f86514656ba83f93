import FeatureKit
import Interaction
import Testing

@Suite("Taps on a drawing", .timeLimit(.minutes(5))) struct DrawingTapTests {
    private static let decimals = Action(
        "tap", "Tap", fields: Field<Double>("x", "X"), Field<Double>("y", "Y"), Field<String?>("shape", "Shape"))
    private static let integers = Action("tap", "Tap", fields: Field<Int>("x", "X"), Field<Int>("y", "Y"))

    private static let shapes: [DrawingElement.Shape] = [
        .circle(id: "low", x: 10, y: 10, radius: 5), .circle(id: "top", x: 14, y: 10, radius: 5),
        .rectangle(id: "box", x: 20, y: 20, width: 10, height: 5), .line(id: "line", x: 0, y: 30, x2: 10, y2: 20),
        .text(id: "text", x: 35, y: 5, "Here"), .init(id: "star", .unknown(kind: "star")),
    ]
    private let drawing: DrawingElement

    init() throws {
        let tap = Button(action: "tap", title: "Tap", arguments: ["kind": "dot"])
        let element = Element.drawing(id: "d", "D", width: 40, height: 30, shapes: Self.shapes, tap: tap)
        guard case .drawing(let drawing) = element else { throw NoDrawing() }
        self.drawing = drawing
    }

    @Test func `the topmost shape at a place is tapped, also inside it and next to it`() {
        func shape(_ x: Double, _ y: Double, within distance: Double = 0) -> String? {
            drawing.shape(atX: x, y: y, within: distance)?.id
        }
        #expect(shape(7, 10) == "low" && shape(12, 10) == "top" && shape(20, 10) == nil)
        #expect(shape(25, 22) == "box" && shape(31, 26) == nil && shape(31, 26, within: 1.5) == "box")
        #expect(shape(5, 25) == "line" && shape(6, 26) == nil && shape(6, 26, within: 1.5) == "line")
        #expect(shape(35, 5) == "text" && shape(.nan, 5) == nil)
    }

    @Test func `a tap adds its place, and the shape if the action takes one`() {
        func arguments(_ x: Double, _ y: Double, _ shape: String?, _ action: Action?) -> [String: FieldValue]? {
            drawing.tap(atX: x, y: y, on: shape, by: action)?.arguments
        }
        #expect(
            arguments(1.234, 2.5, "low", Self.decimals)
                == ["kind": "dot", "x": 1.23, "y": 2.5, "shape": "low"])
        #expect(arguments(1.234, 2.5, nil, Self.decimals) == ["kind": "dot", "x": 1.23, "y": 2.5])
        #expect(arguments(1.6, 2.4, "low", Self.integers) == ["kind": "dot", "x": 2, "y": 2])
        #expect(arguments(-5, 99, nil, Self.integers) == ["kind": "dot", "x": 0, "y": 30])
        #expect(arguments(.nan, .infinity, nil, Self.integers) == ["kind": "dot", "x": 0, "y": 30])
        #expect(arguments(1, 1, nil, nil) == nil)
        var quiet = drawing
        quiet.tap = nil
        #expect(quiet.tap(atX: 1, y: 1, on: nil, by: Self.decimals) == nil)
    }

    @Test func `a tap on a shape is at its middle`() {
        let middles = drawing.shapes.map { drawing.tap(on: $0, by: Self.decimals)?.arguments }
        func at(_ x: Double, _ y: Double, _ shape: String) -> [String: FieldValue] {
            ["kind": "dot", "x": .decimal(x), "y": .decimal(y), "shape": .text(shape)]
        }
        #expect(
            middles == [
                at(10, 10, "low"), at(14, 10, "top"), at(25, 22.5, "box"), at(5, 25, "line"), at(35, 5, "text"), nil,
            ])
    }

    @Test func `a shape has a name, also without a title`() {
        let circle = DrawingElement.Shape.circle(id: "1", x: 1.005, y: 2, radius: 3, isFilled: true, title: "Sun")
        #expect(circle.name == "Sun" && circle.line == "Sun: Circle at 1, 2, radius 3, filled")
        #expect(
            drawing.shapes.map(\.name) == [
                "Circle at 10, 10, radius 5", "Circle at 14, 10, radius 5", "Rectangle at 20, 20, 10 × 5",
                "Line from 0, 30 to 10, 20", "“Here” at 35, 5", "Shape (star)",
            ])
    }
}

private struct NoDrawing: Error {}
