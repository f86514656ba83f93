import FeatureKit
import FeatureTesting
import Testing

/// What a scenario lets pass, and what it fails a test for.
@Suite(.timeLimit(.minutes(1))) struct ScenarioTests {
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
        let messages = try await recordedIssues {
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
                Frame 1 is not what was stated (-), but this (+):

                  Screen(
                    title: "Counter",
                    tone: .plain,
                    phase: .ready,
                    elements: [
                      [0]: .list(
                        ListElement(
                          id: "count",
                          rows: [
                            [0]: Row(
                              id: "1",
                -             title: "7",
                +             title: "0",
                              detail: nil,
                              values: [
                -               "count": .integer(7)
                +               "count": .integer(0)
                                … (1 unchanged)
                              ],
                              tone: nil,
                              buttons: [],
                              opens: nil
                            )
                          ],
                          columns: nil,
                          more: nil
                        )
                      )
                    ],
                    buttons: []
                  )

                State what is shown if that is right; if not, mend what draws it.
                """
            ])
    }

    @Test func `after a frame that differs the next is compared with what was shown`() async throws {
        let messages = try await recordedIssues {
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
        let messages = try await recordedIssues {
            try await withScenario(of: CounterFeature()) { counter in
                try await expectStart(of: counter)
                try await counter.perform("increment")
                try await counter.perform("greet")
                await counter.expectNotice("Hello", tone: .positive)
            }
        }
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("Frame 2 was shown, and the test did not state it:\n\n  Screen(\n") == true)
        #expect(messages.first?.contains("\n-             title: \"0\",\n+             title: \"1\",\n") == true)
        let remedy =
            "\n\nState it with `expect`, or skip it on purpose with `skipFrames(until:)` or `skipRest()`."
        #expect(messages.first?.hasSuffix(remedy) == true)
        let all = try await recordedIssues {
            try await withScenario(of: CounterFeature()) { try await $0.start() }
        }
        #expect(all.map { $0.prefix(7) } == ["Frame 0", "Frame 1"])
    }

    @Test func `a frame that never comes fails`() async throws {
        let messages = try await recordedIssues {
            try await withScenario(of: CounterFeature(), patience: .milliseconds(1)) { counter in
                await counter.expect { $0.title = "Counter" }
                await counter.expect { $0.phase = .ready }
            }
        }
        #expect(
            messages == [
                """
                No frame came after frame 0 within 1ms.
                Nothing is at work.
                Stated was (+):

                  Screen(
                    title: "Counter",
                    tone: .plain,
                -   phase: .loading(
                -     message: nil,
                -     fraction: nil
                -   ),
                +   phase: .ready,
                    elements: [],
                    buttons: []
                  )

                Let happen what it waits for: advance the clock, open the latch, answer the stub.
                """
            ])
    }

    @Test func `a notice that was not stated, another one, or one that never comes fails`() async throws {
        let unstated = try await recordedIssues {
            try await withScenario(of: CounterFeature()) { counter in
                try await expectStart(of: counter)
                try await counter.perform("greet")
            }
        }
        #expect(
            unstated == [
                """
                A notice came, and the test did not state it: 'Hello' (positive).
                State it with `expectNotice`, or skip it on purpose with `skipNotices()` or `skipRest()`.
                """
            ])
        let other = try await recordedIssues {
            try await withScenario(of: CounterFeature()) { counter in
                try await expectStart(of: counter)
                try await counter.perform("greet")
                await counter.expectNotice("Hello")
            }
        }
        #expect(
            other == [
                """
                The next notice is not what was stated (-), but this (+):

                  Notice(
                    text: "Hello",
                -   tone: .plain
                +   tone: .positive
                  )

                State what is said if that is right; if not, mend what announces it.
                """
            ])
        let none = try await recordedIssues {
            try await withScenario(of: CounterFeature(), patience: .milliseconds(1)) { counter in
                await counter.expect { $0.title = "Counter" }
                await counter.expectNotice("Hello")
            }
        }
        #expect(
            none == [
                """
                No notice came within 1ms; stated was 'Hello' (plain).
                Nothing is at work.
                Let happen what it waits for: advance the clock, open the latch, answer the stub.
                """
            ])
    }

    @Test func `work that does not end fails`() async throws {
        let feature = CounterFeature()
        let messages = try await recordedIssues {
            try await withScenario(of: feature, patience: .milliseconds(50)) { counter in
                try await expectStart(of: counter)
                let session = counter.session
                Task { try await session.perform("stall") }
                await feature.latch.arrival()
            }
        }
        feature.latch.open()
        #expect(
            messages == [
                """
                The scenario ends, and the feature has not settled within 50ms.
                At work: 'stall' (Stall).
                Let happen what it waits for: advance the clock, open the latch, answer the stub.
                """
            ])
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

    @Test func `a screen that is left loading though nothing works fails`() async throws {
        let messages = try await recordedIssues {
            try await withScenario(of: CounterFeature(), patience: .milliseconds(50)) { counter in
                try await expectStart(of: counter)
                try await counter.perform("load")
                await counter.expect { $0.phase = .loading }
            }
        }
        #expect(messages.map { $0.split(separator: "\n")[1] } == ["Nothing is at work."])
    }

    @Test func `what a change has begun to show when the scenario ends must be stated`() async throws {
        let (changes, change) = AsyncStream<Int>.makeStream()
        let feature = CounterFeature(changes: changes)
        let messages = try await recordedIssues {
            try await withScenario(of: feature) { counter in
                try await expectStart(of: counter)
                change.yield(7)
                await feature.latch.arrival()
                Task { feature.latch.open() }
            }
        }
        #expect(messages.count == 1)
        #expect(messages.first?.contains("title: \"7\"") == true)
    }

    @Test func `a frame is stated as a whole, whatever came before`() async throws {
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

    @Test func `scenarios share nothing and run beside each other`() async throws {
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
