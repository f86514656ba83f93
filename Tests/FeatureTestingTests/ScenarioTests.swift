import FeatureKit
import FeatureTesting
import Synchronization
import Testing

/// What a scenario lets pass, and what it fails a test for.
@Suite(.timeLimit(.minutes(1))) struct ScenarioTests {
    /// The messages of the issues that are recorded meanwhile, each of them expected.
    private func issues(_ body: () async throws -> Void) async throws -> [String] {
        let messages = Mutex<[String]>([])
        try await withKnownIssue(isIntermittent: true) {
            try await body()
        } matching: { issue in
            messages.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
            return true
        }
        return messages.withLock { $0 }
    }

    private func expectStart(of counter: Scenario) async throws {
        await counter.expect { $0.title = "Counter" }
        try await counter.start()
        await counter.expect {
            $0.phase = .ready
            $0.elements = [CounterFeature.row(0)]
        }
    }

    @Test func `a scenario that states everything passes`() async throws {
        try await withScenario(of: CounterFeature()) { counter in
            try await expectStart(of: counter)
            let answer = try await counter.perform("increment")
            #expect(answer.frame.revision == 2)
            await counter.expect { $0.elements = [CounterFeature.row(1)] }
            try await counter.perform("greet")
            await counter.expectNotice("Hello", tone: .positive)
            #expect(counter.screen.elements == [CounterFeature.row(1)])
        }
    }

    @Test func `frames and notices are stated each in their order, whichever of the two first`() async throws {
        try await withScenario(of: CounterFeature()) { counter in
            try await counter.start()
            try await counter.perform("greet")
            try await counter.perform("increment")
            await counter.expectNotice("Hello", tone: .positive)
            await counter.expect { $0.title = "Counter" }
            await counter.expect {
                $0.phase = .ready
                $0.elements = [CounterFeature.row(0)]
            }
            await counter.expect { $0.elements = [CounterFeature.row(1)] }
        }
    }

    @Test func `a scenario that is never started states the first frame alone`() async throws {
        try await withScenario(of: CounterFeature()) { await $0.expect { $0.title = "Counter" } }
    }

    @Test func `a frame that differs from what was stated fails, with the lines that differ`() async throws {
        let messages = try await issues {
            try await withScenario(of: CounterFeature()) { counter in
                await counter.expect { $0.title = "Counter" }
                try await counter.start()
                await counter.expect {
                    $0.phase = .ready
                    $0.elements = [CounterFeature.row(7)]
                }
            }
        }
        #expect(
            messages == [
                """
                frame 1 differs from what was stated (-), shown was (+):
                              id: "1"
                -             title: "7"
                +             title: "0"
                              detail: nil
                                "count": FieldValue
                -                 integer: 7
                +                 integer: 0
                                "unit": FieldValue
                """
            ])
    }

    @Test func `after a frame that differs the next is compared with what was shown`() async throws {
        let messages = try await issues {
            try await withScenario(of: CounterFeature()) { counter in
                await counter.expect { $0.title = "Clock" }
                try await counter.start()
                await counter.expect {
                    $0.phase = .ready
                    $0.elements = [CounterFeature.row(0)]
                }
            }
        }
        #expect(messages.count == 1)
    }

    @Test func `frames that were not stated fail, each by itself`() async throws {
        let messages = try await issues {
            try await withScenario(of: CounterFeature()) { counter in
                try await expectStart(of: counter)
                try await counter.perform("increment")
                try await counter.perform("greet")
                await counter.expectNotice("Hello", tone: .positive)
            }
        }
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("frame 2 was not stated:\n") == true)
        let all = try await issues {
            try await withScenario(of: CounterFeature()) { try await $0.start() }
        }
        #expect(all.map { $0.prefix(7) } == ["frame 0", "frame 1"])
    }

    @Test func `a frame that never comes fails`() async throws {
        let messages = try await issues {
            try await withScenario(of: CounterFeature(), patience: .milliseconds(1)) { counter in
                await counter.expect { $0.title = "Counter" }
                await counter.expect { $0.phase = .ready }
            }
        }
        #expect(messages == ["no further frame came"])
    }

    @Test func `a notice that was not stated, another one, or one that never comes fails`() async throws {
        let unstated = try await issues {
            try await withScenario(of: CounterFeature()) { counter in
                try await expectStart(of: counter)
                try await counter.perform("greet")
            }
        }
        #expect(unstated == [#"a notice was not stated: Notice(text: "Hello", tone: FeatureKit.Tone.positive)"#])
        let other = try await issues {
            try await withScenario(of: CounterFeature()) { counter in
                try await expectStart(of: counter)
                try await counter.perform("greet")
                await counter.expectNotice("Hello")
            }
        }
        #expect(
            other == [
                #"the notice was Notice(text: "Hello", tone: FeatureKit.Tone.positive), "#
                    + #"not Notice(text: "Hello", tone: FeatureKit.Tone.plain)"#
            ])
        let none = try await issues {
            try await withScenario(of: CounterFeature(), patience: .milliseconds(1)) { counter in
                await counter.expect { $0.title = "Counter" }
                await counter.expectNotice("Hello")
            }
        }
        #expect(none == ["no further notice came"])
    }

    @Test func `work that does not end fails`() async throws {
        let feature = CounterFeature()
        let messages = try await issues {
            try await withScenario(of: feature, patience: .milliseconds(50)) { counter in
                try await expectStart(of: counter)
                let session = counter.session
                Task { try await session.perform("stall") }
                await feature.latch.arrival()
            }
        }
        feature.latch.open()
        #expect(messages == ["the feature is still at work when the scenario ends"])
    }

    @Test func `work that ends after what was stated does not`() async throws {
        let feature = CounterFeature()
        try await withScenario(of: feature) { counter in
            try await expectStart(of: counter)
            let session = counter.session
            Task { try await session.perform("stall") }
            await feature.latch.arrival()
            Task { feature.latch.open() }
        }
    }

    @Test func `options and an error of the body go through`() async {
        struct Broken: Error {}
        await #expect(throws: Broken.self) {
            try await withScenario(of: CounterFeature()) { _ in throw Broken() }
        }
        await #expect(throws: InputRefused.self) {
            try await withScenario(of: CounterFeature(), options: ["unknown": 1]) { _ in }
        }
    }
}
