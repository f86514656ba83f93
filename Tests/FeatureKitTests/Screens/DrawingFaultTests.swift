import FeatureKit
import FeatureTesting
import Testing

/// Tests the drawings that the screen of a view must not contain.
@Suite(.timeLimit(.minutes(5))) struct DrawingFaultTests {
    private struct BoardFeature: Feature {
        static let tap = Action("tap", "Tap", fields: Field<Double>("x", "X"), Field<Int>("y", "Y"))
        static let press = Action("press", "Press", fields: Field<Double>("x", "X"), Field<String>("y", "Y"))
        static let name = Action(
            "name", "Name", fields: Field<Double>("x", "X"), Field<Double>("y", "Y"), Field<String>("name", "Name"))
        static let pick = Action(
            "pick", "Pick", fields: Field<Double>("x", "X"), Field<Double>("y", "Y"), Field<Int?>("shape", "Shape"))
        static let manifest = FeatureManifest(
            id: "board", title: "Board", summary: "", actions: tap, press, name, pick)
        let element: Element

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let element = element
            return Scene(
                owning: stage, start: { (stage.screen.phase, stage.screen.elements) = (.ready, [element]) }
            )
            .on(Self.tap) { _ in }.on(Self.press) { _ in }.on(Self.name) { _ in }.on(Self.pick) { _ in }
        }
    }

    private static func drawing(
        _ shapes: DrawingElement.Shape..., width: Double = 40, height: Double = 30, tap: Button? = nil
    ) -> Element { .drawing(id: "d", "D", width: width, height: height, shapes: shapes, tap: tap) }

    private static func dot(_ id: String) -> DrawingElement.Shape { .circle(id: id, x: 0, y: 0, radius: 0) }

    static let faults: [(Element, String)] = [
        (drawing(width: 9.5), "the drawing 'd' has the width 9.5; expected 10.0 to 10000.0"),
        (drawing(height: .nan), "the drawing 'd' has the height nan; expected 10.0 to 10000.0"),
        (drawing(height: 10_001), "the drawing 'd' has the height 10001.0; expected 10.0 to 10000.0"),
        (drawing(dot("1"), dot("1")), "two shapes of the drawing 'd' have the id '1'"),
        (
            drawing(.circle(id: "1", x: 0, y: .nan, radius: 1)),
            "the shape '1' of the drawing 'd' has the number nan; expected -1000000.0 to 1000000.0"
        ),
        (
            drawing(.rectangle(id: "1", x: 0, y: 0, width: 1, height: -1)),
            "the shape '1' of the drawing 'd' has the length -1.0; expected at least 0"
        ),
        (
            drawing(.line(id: "1", x: 0, y: 0, x2: 1.1e6, y2: 0)),
            "the shape '1' of the drawing 'd' has the number 1100000.0; expected -1000000.0 to 1000000.0"
        ),
        (
            .drawing(id: "d", "D", width: 10, height: 10, shapes: (0...2_000).map { dot("\($0)") }),
            "the drawing 'd' has 2001 shapes; expected at most 2000"
        ),
        (
            drawing(tap: Button(BoardFeature.press)),
            "the drawing 'd' taps with the action 'press', which has no number field 'y'"
        ),
        (
            drawing(tap: Button(BoardFeature.name)),
            "the drawing 'd' taps with the action 'name', which requires 'name'; a tap cannot give it"
        ),
        (
            drawing(tap: Button(BoardFeature.pick)),
            "the drawing 'd' taps with the action 'pick', whose field 'shape' is no optional text"
        ),
        (
            .drawing(id: "d", "", width: 10, height: 10, shapes: []),
            "the drawing 'd' has no text for people who cannot see it"
        ),
        (
            drawing(tap: Button(BoardFeature.tap, arguments: ["x": 1.0])),
            "the button of the drawing 'd' has the argument 'x', which a tap gives"
        ),
    ]

    static let sound: [Element] = [
        drawing(), drawing(.text(id: "t", x: -1e6, y: 1e6, ""), tap: Button(BoardFeature.tap)),
        drawing(tap: Button(BoardFeature.name, arguments: ["name": "a"])),
        .drawing(id: "d", "D", width: 10_000, height: 10, shapes: (1...2_000).map { dot("\($0)") }),
    ]

    #if DEBUG
        @Test(arguments: faults)
        func `in a debug build, a drawing that cannot be drawn or tapped fails the session`(
            element: Element, message: String
        ) async throws {
            try await withSession(of: BoardFeature(element: element)) { session in
                try await session.start()
                guard case .failed(let shown, _) = try await session.settled().screen.phase else {
                    throw Unexpected()
                }
                #expect(shown == "feature 'board' drew a faulty screen: \(message)")
            }
        }
    #endif

    @Test(arguments: sound) func `a drawing within the limits is drawn`(element: Element) async throws {
        try await withSession(of: BoardFeature(element: element)) { session in
            try await session.start()
            #expect(try await session.settled().screen.elements == [element])
        }
    }
}
