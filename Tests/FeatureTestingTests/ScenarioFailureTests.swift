import FeatureKit
import FeatureTesting
import Testing

/// What a scenario fails a test for, and in what words.
@Suite(.timeLimit(.minutes(5))) struct ScenarioFailureTests {
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
                try await counter.expectStart()
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
                try await counter.expectStart()
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
                try await counter.expectStart()
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
                try await counter.expectStart()
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

    @Test func `a screen that is left loading though nothing works fails`() async throws {
        let messages = try await recordedIssues {
            try await withScenario(of: CounterFeature(), patience: .milliseconds(50)) { counter in
                try await counter.expectStart()
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
                try await counter.expectStart()
                change.yield(7)
                await feature.latch.arrival()
                // Long after a scenario that does not wait for it would have closed.
                Task {
                    for _ in 0..<1000 { await Task.yield() }
                    feature.latch.open()
                }
            }
        }
        #expect(messages.count == 1)
        #expect(messages.first?.contains("title: \"7\"") == true)
    }
}
