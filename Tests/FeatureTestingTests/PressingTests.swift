import FeatureKit
import FeatureTesting
import Testing

/// Buttons that a scenario's person presses.
@Suite(.timeLimit(.minutes(5))) struct PressingTests {
    let feature = ShelterFeature()

    @Test func `a button is pressed by what it says, by its action's name and by its action`() async throws {
        try await feature.shown { shelter in
            try await shelter.press("Feed all")
            try await shelter.press("feed")
            try await shelter.press(ShelterFeature.feed)
            #expect(feature.send.inputs == ["feed -", "feed -", "feed -"])
        }
    }

    @Test func `a row's button is pressed by the row's id or title, or by what it presets`() async throws {
        try await feature.shown { shelter in
            try await shelter.press("Release", inRow: "bo") { $0.elements = ShelterFeature.list(["Rex"]) }
            // Where only one is left, nothing needs to be said.
            try await shelter.press("Release") { $0.elements = ShelterFeature.list(["Bo"]) }
            try await shelter.press("Release", inRow: "Bo") { $0.elements = ShelterFeature.list(["Rex"]) }
            try await shelter.press(ShelterFeature.release, with: ["id": "rex"]) {
                $0.elements = ShelterFeature.list(["Bo"])
            }
            #expect(feature.send.inputs == ["release bo", "release rex", "release bo", "release rex"])
        }
    }

    @Test func `the button that tries again and the one for more are pressed too`() async throws {
        feature.load.failsOnce(with: ShelterFeature.Flooded())
        try await withScenario(of: feature) { shelter in
            await shelter.expect(ShelterFeature.beginning)
            try await shelter.start()
            await shelter.expect {
                $0.phase = .failed(
                    message: "the yard is under water",
                    retry: Button(ShelterFeature.refresh, title: "Try again", role: .primary))
            }
            try await shelter.press("Try again")
            await shelter.skipToSettled()
            #expect(shelter.screen == ShelterFeature.shown())
            try await shelter.press("More")
            #expect(feature.send.inputs == ["feed -"])
        }
    }

    @Test func `what an action throws reaches the test`() async throws {
        feature.send.fails(with: ShelterFeature.Flooded())
        try await feature.shown { shelter in
            await #expect(throws: ShelterFeature.Flooded.self) { try await shelter.press("Feed all") }
            await shelter.expectNotice("the yard is under water", tone: .critical)
        }
    }

    @Test func `a button that does not stand there ends the test, and those that do are named`() async throws {
        let message = try await feature.failure { shelter in
            try await shelter.press("Adopt dog")
            Issue.record("the test goes on")
        }
        #expect(
            message == """
                No button 'Adopt dog' stands on frame 1; did you mean 'Adopt a dog'?
                There stand: 'Adopt a dog' (adopt), 'Refresh' (refresh), 'Feed all' (feed), 'Close' (close), \
                'Rename' (rename) in rows, 'Release' (release) in rows, 'More' (feed).
                State the frame that shows it first; an action without a button is for `perform`.
                """)
        let elsewhere = try await feature.failure { try await $0.press("Release", inRow: "Cat", with: ["id": "x"]) }
        #expect(elsewhere.hasPrefix("No button 'Release' in a row 'Cat' with id = \"x\" stands on frame 1.\n"))
    }

    @Test func `before the first frame was stated there is nothing to press`() async throws {
        let messages = try await recordedIssues {
            try await withScenario(of: feature) { try await $0.press("Refresh") }
        }
        #expect(
            messages == [
                """
                No button 'Refresh' stands on the empty screen before the first frame.
                There stand: none.
                State the frame that shows it first; an action without a button is for `perform`.
                """
            ])
    }

    @Test func `of several buttons the test must say which`() async throws {
        #expect(
            try await feature.failure { try await $0.press("Release") } == """
                2 buttons 'Release' stand on frame 1: 'Release' (release) in the row rex, Rex; \
                'Release' (release) in the row bo, Bo.
                Say which by `inRow:`, a row's id or title, or by `with:`, arguments that it presets.
                """)
    }

    @Test func `a disabled button cannot be pressed, and those that can are named`() async throws {
        #expect(
            try await feature.failure { try await $0.press("Close") } == """
                The button 'Close' (close) is disabled on frame 1.
                Enabled there: 'Adopt a dog' (adopt), 'Refresh' (refresh), 'Feed all' (feed), \
                'Rename' (rename) in rows, 'Release' (release) in rows, 'More' (feed).
                State the frame that enables it first.
                """)
    }

    @Test func `a button that asks for something is not just pressed`() async throws {
        #expect(
            try await feature.failure { try await $0.press("Adopt a dog") } == """
                The button 'Adopt a dog' (adopt) asks for name, age.
                Fill them in with `submit`.
                """)
        // A row's values fill its form, but nobody renames a dog by pressing.
        #expect(try await feature.failure { try await $0.press("Rename", inRow: "bo") }.contains("asks for name."))
    }
}
