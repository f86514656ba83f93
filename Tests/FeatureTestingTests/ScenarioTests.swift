import FeatureKit
import FeatureTesting
import Testing

/// Tests of scenarios that pass.
@Suite(.timeLimit(.minutes(5))) struct ScenarioTests {
    @Test func `a scenario that expects everything passes`() async throws {
        try await withScenario(of: CounterFeature()) { counter in
            try await counter.expectStart()
            let answer = try await counter.perform("increment")
            #expect(answer.frame.revision == 2)
            await counter.expect { $0.elements = [CounterFeature.row(1)] }
            try await counter.perform("greet")
            await counter.expectNotice("Hello", tone: .positive)
            #expect(counter.screen.elements == [CounterFeature.row(1)])
        }
    }

    @Test func `a test can expect frames and notices independently`() async throws {
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

    @Test func `a scenario that is never started shows only the first frame`() async throws {
        try await withScenario(of: CounterFeature()) { await $0.expect { $0.title = "Counter" } }
    }

    @Test func `work that ends after the last expected frame does not fail the scenario`() async throws {
        let feature = CounterFeature()
        try await withScenario(of: feature) { counter in
            try await counter.expectStart()
            let session = counter.session
            Task { try await session.perform("stall") }
            await feature.latch.arrival()
            Task { feature.latch.open() }
        }
    }

    @Test func `a test can expect a frame as a whole`() async throws {
        try await withScenario(of: CounterFeature()) { counter in
            await counter.expect(Screen(title: "Counter"))
            try await counter.start()
            await counter.expect(Screen(title: "Counter", phase: .ready, elements: [CounterFeature.row(0)]))
            #expect(counter.frame?.revision == 1)
        }
        let messages = try await recordedIssues {
            try await withScenario(of: CounterFeature()) { await $0.expect(Screen(title: "Clock")) }
        }
        #expect(messages.first?.contains("\n-   title: \"Clock\",\n+   title: \"Counter\",\n") == true)
    }

    @Test func `scenarios share no state and run in parallel`() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            for _ in 0..<50 {
                group.addTask {
                    try await withScenario(of: CounterFeature()) { counter in
                        #expect(counter.session.id == "scenario")
                        await counter.expect { $0.title = "Counter" }
                        try await counter.start()
                        await counter.expect {
                            $0.phase = .ready
                            $0.elements = [CounterFeature.row(0)]
                        }
                        try await counter.perform("increment")
                        await counter.expect { $0.elements = [CounterFeature.row(1)] }
                    }
                }
            }
        }
    }

    @Test func `the feature receives the options, and the caller receives the closure's error`() async {
        struct Broken: Error {}
        await #expect(throws: Broken.self) {
            try await withScenario(of: CounterFeature()) { _ in throw Broken() }
        }
        await #expect(throws: InputRefused.self) {
            try await withScenario(of: CounterFeature(), options: ["unknown": 1]) { _ in }
        }
    }
}
