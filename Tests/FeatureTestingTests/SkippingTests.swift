import FeatureKit
import FeatureTesting
import Testing

/// Tests of skipping frames and notices.
@Suite(.timeLimit(.minutes(5))) struct SkippingTests {
    let feature = ShelterFeature()

    @Test func `frames are skipped until a frame meets a condition, and this frame counts as expected`() async throws {
        try await withScenario(of: feature) { shelter in
            try await shelter.start()
            await shelter.skipFrames { $0.phase == .ready }
            #expect(shelter.frame?.revision == 1)
            try await shelter.press("Release", inRow: "Bo") { $0.elements = ShelterFeature.list(["Rex"]) }
        }
    }

    @Test func `skipping fails if no frame meets the condition, and the failure shows the last frame`() async throws {
        let messages = try await recordedIssues {
            try await withScenario(of: feature, patience: .milliseconds(50)) { shelter in
                await shelter.skipFrames { $0.title == "Kennel" }
            }
        }
        #expect(
            messages.first?.hasPrefix(
                """
                None of 1 skipped frames met the condition, and no further frame came within 50ms.
                Nothing is running.
                The last skipped frame:

                Screen(
                  title: "Shelter",
                """) == true)
        #expect(messages.count == 1)
    }

    @Test func `the scenario skips all frames until the feature has settled`() async throws {
        let clock = ManualClock()
        feature.load.takes(.seconds(2), by: clock)
        try await withScenario(of: feature) { shelter in
            try await shelter.start()
            await clock.run { await shelter.skipToSettled() }
            #expect(shelter.screen == ShelterFeature.shown())
        }
    }

    @Test func `a feature that does not settle fails the scenario`() async throws {
        feature.load.holds()
        let messages = try await recordedIssues {
            try await withScenario(of: feature, patience: .milliseconds(50)) { shelter in
                try await shelter.start()
                await shelter.skipToSettled()
                shelter.skipRest()
            }
        }
        #expect(
            messages == [
                """
                The feature has not settled within 50ms.
                Running: 'refresh' (Refresh).
                Trigger the awaited event: advance the clock, open the latch or answer the stub.
                """
            ])
    }

    @Test func `skipping notices skips earlier notices but not later notices`() async throws {
        let message = try await feature.failure { shelter in
            try await shelter.submit("adopt", ["name": "Ann", "age": 1])
            shelter.skipNotices()
            try await shelter.submit("adopt", ["name": "Bea", "age": 1])
        }
        #expect(message.hasPrefix("A notice was shown, but the test did not expect it: 'Bea moved in' (positive)."))
    }

    @Test func `a test can skip all remaining frames, notices, errors and work`() async throws {
        try await withScenario(of: feature) { shelter in
            try await shelter.start()
            try await shelter.perform("adopt", ["name": "Ann", "age": 1])
            _ = try await shelter.begin(.perform("adopt", ["name": "Rex", "age": 1]))
            feature.send.holds()
            _ = try await shelter.begin(.perform("feed"))
            shelter.skipRest()
        }
    }
}
