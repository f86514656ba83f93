import FeatureKit
import FeatureTesting
import Testing

/// Tests of the places that actions open in a scenario.
@Suite(.timeLimit(.minutes(5))) struct OpeningTests {
    /// A feature whose action opens a place.
    private struct DoorFeature: Feature {
        static let number = Field<Int>("number", "Number")
        static let open = Action("open", "Open", fields: number)
        static let manifest = FeatureManifest(id: "door", title: "Door", summary: "Opens.", actions: open)

        func launch(on stage: Stage, options: Options) throws -> Scene {
            Scene(owning: stage, start: { stage.screen.phase = .ready })
                .on(Self.open) { input in stage.open(DoorFeature.room(try input[Self.number])) }
        }

        static func room(_ number: Int) -> FeatureLink {
            FeatureLink(feature: "room", options: ["number": .integer(number)])
        }
    }

    private func issues(_ body: (Scenario) async throws -> Void) async throws -> [String] {
        try await recordedIssues {
            try await withScenario(of: DoorFeature()) { door in
                try await door.start()
                await door.skipToSettled()
                try await body(door)
            }
        }
    }

    @Test func `a test expects the opened places in the order of the calls`() async throws {
        let messages = try await issues { door in
            try await door.perform("open", ["number": 1])
            try await door.begin(.perform("open", ["number": 2])).answer()
            door.expectOpened(DoorFeature.room(1))
            door.expectOpened(DoorFeature.room(2))
        }
        #expect(messages == [])
    }

    @Test func `another place, a missing place and an unexpected place are failures`() async throws {
        let messages = try await issues { door in
            door.expectOpened(DoorFeature.room(1))
            try await door.perform("open", ["number": 2])
            door.expectOpened(DoorFeature.room(1))
            try await door.perform("open", ["number": 3])
        }
        let remedy = "If the action is right, change the expectation. If not, fix the code that calls `stage.open`."
        try #require(messages.count == 3)
        #expect(
            messages[0] == "No action opened a place; the test expected 'room' with number=1.\n" + remedy)
        #expect(messages[1].contains("opened another place; expected (-), actual (+):"))
        #expect(messages[1].contains("-     \"number\": .integer(1)\n+     \"number\": .integer(2)"))
        #expect(messages[2].contains("opened 'room' with number=3, but the test did not expect it."))
        #expect(messages[2].hasSuffix("Expect it with `expectOpened`, or skip it with `skipRest()`."))
    }

    @Test func `a scenario that skips the rest also skips the opened places`() async throws {
        let messages = try await issues { door in
            try await door.perform("open", ["number": 1])
            door.skipRest()
        }
        #expect(messages == [])
    }
}
