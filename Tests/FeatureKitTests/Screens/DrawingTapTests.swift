import FeatureKit
import FeatureTesting
import Testing

/// Tests which shape a tap on a drawing is for.
@Suite(.timeLimit(.minutes(5))) struct DrawingTapTests {
    private struct SeatsFeature: Feature {
        static let shape = Field<String?>("shape", "Seat")
        static let tap = Action("tap", "Tap", fields: Field<Int>("x", "X"), Field<Double>("y", "Y"), shape)
        static let manifest = FeatureManifest(id: "seats", title: "Seats", summary: "", actions: tap)

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let shapes: [DrawingElement.Shape] = [
                .rectangle(id: "floor", x: 0, y: 0, width: 100, height: 50),
                .circle(id: "A1", x: 20, y: 20, radius: 5), .text(id: "A", x: 20, y: 20, "A"),
                .line(id: "wall", x: 0, y: 70, x2: 100, y2: 70), .text(id: "exit", x: 50, y: 90, "Way out"),
            ]
            func draw() {
                stage.screen.phase = .ready
                stage.screen.elements = [
                    .section(
                        id: "s",
                        elements: [
                            .drawing(
                                id: "d", "Seats", width: 100, height: 100, shapes: shapes, tap: Button(Self.tap))
                        ])
                ]
            }
            return Scene(owning: stage, start: draw)
                .on(Self.tap) { stage.screen.title = try $0[Self.shape] ?? "none" }
        }
    }

    static let taps: [([String: FieldValue], String)] = [
        (["x": 20, "y": 20.0], "A"), (["x": 16, "y": 20.0], "A1"), (["x": 30, "y": 30.0], "floor"),
        (["x": 30, "y": 60.0], "none"), (["x": 30, "y": 70.5], "wall"), (["x": 45, "y": 91.0], "exit"),
        (["x": 20, "y": 20.0, "shape": "floor"], "floor"),
    ]

    @Test(arguments: taps) func `a tap is for the topmost shape at its place, unless the caller says another one`(
        arguments: [String: FieldValue], shape: String
    ) async throws {
        try await withSession(of: SeatsFeature()) { session in
            try await session.start()
            _ = try await session.settled()
            #expect(try await session.perform("tap", arguments).frame.screen.title == shape)
        }
    }

    @Test func `a caller that empties the shape taps on none`() async throws {
        try await withSession(of: SeatsFeature()) { session in
            try await session.start()
            _ = try await session.settled()
            let call = Call("tap", ["x": 20, "y": 20.0], emptied: ["shape"])
            #expect(try await session.perform(call).frame.screen.title == "none")
        }
    }
}
