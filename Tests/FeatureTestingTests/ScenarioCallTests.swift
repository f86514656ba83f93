import FeatureKit
import FeatureTesting
import Testing

/// Tests of calls that run while the test continues.
@Suite(.timeLimit(.minutes(5))) struct ScenarioCallTests {
    let feature = ShelterFeature()

    @Test func `a call runs while the test continues`() async throws {
        try await feature.shown { shelter in
            feature.load.holds()
            let call = try await shelter.begin(.press("Refresh"))
            #expect(call.action == "refresh" && !call.hasEnded)
            await shelter.expect { $0.phase = .loading }
            try await feature.load.call(2).answer(with: ["Ann"])
            let answer = try await call.answer()
            #expect(call.hasEnded)
            await shelter.expect(ShelterFeature.shown(["Ann"]))
            #expect(shelter.frame == answer.frame)
        }
    }

    @Test func `calls begin in order, and only the result of the later of two loads is shown`() async throws {
        try await feature.shown { shelter in
            feature.load.holds(heedingCancellation: false)
            let first = try await shelter.begin(.press("Refresh"))
            await shelter.expect { $0.phase = .loading }
            let second = try await shelter.begin(.perform("refresh"))
            try await feature.load.call(2).answer(with: ["Old"])
            try await feature.load.call(3).answer(with: ["New"])
            try await second.answer()
            await #expect(throws: FeatureError.self) { try await first.answer() }
            await shelter.skipFrames { $0.elements == ShelterFeature.list(["New"]) }
        }
    }

    @Test func `a call is cancelled as a person does, unless calls of its action cannot be cancelled`() async throws {
        try await feature.shown { shelter in
            feature.send.holds()
            let feeding = try await shelter.begin(.press("Feed all"))
            try await feeding.cancel()
            let cancelled = await #expect(throws: FeatureError.self) { try await feeding.answer() }
            #expect(cancelled?.code == .cancelled && feeding.hasEnded)
            // Only keepers may release a dog. The person who began the call cancels it.
            let keeper = Person(id: "kim", roles: .some(["keeper"]))
            let releasing = try await shelter.begin(.perform("release", ["id": "rex"]), as: keeper)
            let nobody = await #expect(throws: FeatureError.self) { try await releasing.cancel(as: Person(id: "lee")) }
            #expect(nobody?.code == .forbidden && !releasing.hasEnded)
            try await releasing.cancel()
            await #expect(throws: FeatureError.self) { try await releasing.answer() }

            feature.load.holds()
            let refreshing = try await shelter.begin(.press("Refresh"))
            let disabled = await #expect(throws: FeatureError.self) { try await refreshing.cancel() }
            #expect(disabled?.code == .disabled && !refreshing.hasEnded)
            await shelter.expect { $0.phase = .loading }
            try await feature.load.call(2).answer(with: ["Ann"])
            try await refreshing.answer()
            await shelter.expect(ShelterFeature.shown(["Ann"]))
        }
    }

    @Test func `a test can begin to submit a form with field names or with fields`() async throws {
        try await feature.shown { shelter in
            try await shelter.begin(.submit("feed", ["note": "now"])).answer()
            try await shelter.begin(.submit(ShelterFeature.feed, [ShelterFeature.note.filled(with: "later")])).answer()
            #expect(feature.send.inputs == ["feed now", "feed later"])
        }
    }

    @Test func `a failed call whose answer the test never reads fails the scenario`() async throws {
        feature.send.fails(with: ShelterFeature.Flooded())
        let message = try await feature.failure { shelter in
            _ = try await shelter.begin(.press("Feed all"))
            _ = try await shelter.begin(.submit("adopt", ["name": "Rex", "age": 1]))
            await shelter.expectNotice("the yard is under water", tone: .critical)
        }
        #expect(
            message == """
                'feed' (Feed all) failed, and the test did not read its answer: the yard is under water
                Call `answer()` and check its error.

                and

                'adopt' (Adopt a dog) failed, and the test did not read its answer: name: Rex is here already
                Call `answer()` and check its error.
                """)
    }

    @Test func `a call does not fail the scenario if it succeeded or if the test read its answer`() async throws {
        try await feature.shown { shelter in
            let refused = try await shelter.begin(.submit("adopt", ["name": "Rex", "age": 1]))
            await #expect(throws: InputRefused.self) { try await refused.answer() }
            _ = try await shelter.begin(.press("Feed all"))
        }
    }

    @Test func `a call that does not end fails, and the failure names the running actions`() async throws {
        feature.send.holds()
        let message = try await feature.failure(patience: .milliseconds(50)) { try await $0.press("Feed all") }
        #expect(
            message == """
                'feed' (Feed all) has not ended within 50ms.
                Running: 'feed' (Feed all).
                Trigger the awaited event: advance the clock, open the latch or answer the stub.
                """)
    }
}
