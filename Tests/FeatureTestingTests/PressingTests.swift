import FeatureKit
import FeatureTesting
import Testing

/// Tests of pressing buttons in a scenario.
@Suite(.timeLimit(.minutes(5))) struct PressingTests {
    let feature = ShelterFeature()

    @Test func `a test presses a button by its title, its action's name or its action`() async throws {
        try await feature.shown { shelter in
            try await shelter.press("Feed all")
            try await shelter.press("feed")
            try await shelter.press(ShelterFeature.feed)
            #expect(feature.send.inputs == ["feed -", "feed -", "feed -"])
        }
    }

    @Test func `a test presses a row's button by the row's id or title or by preset arguments`() async throws {
        try await feature.shown { shelter in
            try await shelter.press("Release", inRow: "bo") { $0.elements = ShelterFeature.list(["Rex"]) }
            // Only one row has this button, so the test need not name the row.
            try await shelter.press("Release") { $0.elements = ShelterFeature.list(["Bo"]) }
            try await shelter.press("Release", inRow: "Bo") { $0.elements = ShelterFeature.list(["Rex"]) }
            try await shelter.press(ShelterFeature.release, with: ["id": "rex"]) {
                $0.elements = ShelterFeature.list(["Bo"])
            }
            #expect(feature.send.inputs == ["release bo", "release rex", "release bo", "release rex"])
        }
    }

    @Test func `a test can press the buttons Retry and More`() async throws {
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

    @Test func `an error thrown by an action reaches the test`() async throws {
        feature.send.fails(with: ShelterFeature.Flooded())
        try await feature.shown { shelter in
            await #expect(throws: ShelterFeature.Flooded.self) { try await shelter.press("Feed all") }
            await shelter.expectNotice("the yard is under water", tone: .critical)
        }
    }

    @Test func `pressing a missing button ends the test, and the failure lists the existing buttons`() async throws {
        let message = try await feature.failure { shelter in
            try await shelter.press("Adopt dog")
            Issue.record("the test continues")
        }
        #expect(
            message == """
                No button 'Adopt dog' is on frame 1; did you mean 'Adopt a dog'?
                Its buttons: 'Adopt a dog' (adopt), 'Refresh' (refresh), 'Feed all' (feed), 'Close' (close), \
                'Rename' (rename) in rows, 'Release' (release) in rows, 'More' (feed).
                Expect the frame that shows it first. For an action without a button, use `perform`.
                """)
        let elsewhere = try await feature.failure { try await $0.press("Release", inRow: "Cat", with: ["id": "x"]) }
        #expect(elsewhere.hasPrefix("No button 'Release' in a row 'Cat' with id = \"x\" is on frame 1.\n"))
    }

    @Test func `no button can be pressed before the first expected frame`() async throws {
        let messages = try await recordedIssues {
            try await withScenario(of: feature) { try await $0.press("Refresh") }
        }
        #expect(
            messages == [
                """
                No button 'Refresh' is on the empty screen before the first frame.
                Its buttons: none.
                Expect the frame that shows it first. For an action without a button, use `perform`.
                """
            ])
    }

    @Test func `pressing a button ends the test if several buttons match`() async throws {
        #expect(
            try await feature.failure { try await $0.press("Release") } == """
                2 buttons 'Release' are on frame 1: 'Release' (release) in the row rex, Rex; \
                'Release' (release) in the row bo, Bo.
                Choose one with `inRow:` (the id or title of its row) or `with:` (its preset arguments).
                """)
    }

    @Test func `pressing a disabled button ends the test, and the failure lists the enabled buttons`() async throws {
        #expect(
            try await feature.failure { try await $0.press("Close") } == """
                The button 'Close' (close) is disabled on frame 1.
                Enabled there: 'Adopt a dog' (adopt), 'Refresh' (refresh), 'Feed all' (feed), \
                'Rename' (rename) in rows, 'Release' (release) in rows, 'More' (feed).
                Expect the frame that enables it first.
                """)
    }

    @Test func `pressing a button that needs input ends the test`() async throws {
        #expect(
            try await feature.failure { try await $0.press("Adopt a dog") } == """
                The button 'Adopt a dog' (adopt) needs input: name, age.
                Fill in these fields with `submit`.
                """)
        // The row's values are the form's initial values, but pressing the button does not send the form.
        #expect(try await feature.failure { try await $0.press("Rename", inRow: "bo") }.contains("needs input: name."))
    }
}
