import FeatureKit
import FeatureTesting
import Testing

/// Tests of a scenario's failures and their messages.
@Suite(.timeLimit(.minutes(5))) struct ScenarioFailureTests {
    @Test func `if a frame differs from the expected frame, the failure shows the differences`() async throws {
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
                Frame 1 differs from the expected frame; expected (-), actual (+):

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
                              values: [
                -               "count": .integer(7)
                +               "count": .integer(0)
                                … (1 unchanged)
                              ],
                              cells: [:],
                              buttons: []
                            )
                          ],
                          bulk: []
                        )
                      )
                    ],
                    buttons: []
                  )

                If the frame is right, change the expectation. If not, fix the code that draws it.
                """
            ])
    }

    @Test func `after an unexpected frame, the next expectation starts from the frame that was shown`() async throws {
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

    @Test func `each unexpected frame fails the scenario`() async throws {
        let messages = try await recordedIssues {
            try await withScenario(of: CounterFeature()) { counter in
                try await counter.expectStart()
                try await counter.perform("increment")
                try await counter.perform("greet")
                await counter.expectNotice("Hello", tone: .positive)
            }
        }
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("Frame 2 was shown, but the test did not expect it:\n\n  Screen(\n") == true)
        #expect(messages.first?.contains("\n-             title: \"0\",\n+             title: \"1\",\n") == true)
        let remedy =
            "\n\nExpect it with `expect`, or skip it with `skipFrames(until:)` or `skipRest()`."
        #expect(messages.first?.hasSuffix(remedy) == true)
        let all = try await recordedIssues {
            try await withScenario(of: CounterFeature()) { try await $0.start() }
        }
        #expect(all.map { $0.prefix(7) } == ["Frame 0", "Frame 1"])
    }

    @Test func `the scenario fails if an expected frame is missing`() async throws {
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
                Nothing is running.
                The test expected (+):

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

                Trigger the awaited event: advance the clock, open the latch or answer the stub.
                """
            ])
    }

    @Test func `the scenario fails for an unexpected, a different or a missing notice`() async throws {
        let unstated = try await recordedIssues {
            try await withScenario(of: CounterFeature()) { counter in
                try await counter.expectStart()
                try await counter.perform("greet")
            }
        }
        #expect(
            unstated == [
                """
                A notice was shown, but the test did not expect it: 'Hello' (positive).
                Expect it with `expectNotice`, or skip it with `skipNotices()` or `skipRest()`.
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
                The next notice differs from the expected notice; expected (-), actual (+):

                  Notice(
                    text: "Hello",
                -   tone: .plain,
                +   tone: .positive
                  )

                If the notice is right, change the expectation. If not, fix the code that announces it.
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
                No notice came within 1ms; the test expected 'Hello' (plain).
                Nothing is running.
                Trigger the awaited event: advance the clock, open the latch or answer the stub.
                """
            ])
    }

    @Test func `work that does not end fails the scenario`() async throws {
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
                At the end of the scenario, the feature has not settled within 50ms.
                Running: 'stall' (Stall).
                Trigger the awaited event: advance the clock, open the latch or answer the stub.
                """
            ])
    }

    @Test func `a screen that is still loading fails the scenario even if no work is running`() async throws {
        let messages = try await recordedIssues {
            try await withScenario(of: CounterFeature(), patience: .milliseconds(50)) { counter in
                try await counter.expectStart()
                try await counter.perform("load")
                await counter.expect { $0.phase = .loading }
            }
        }
        #expect(messages.map { $0.split(separator: "\n")[1] } == ["Nothing is running."])
    }

    @Test func `a test must expect the frames of a change that begins before the scenario ends`() async throws {
        let (changes, change) = AsyncStream<Int>.makeStream()
        let feature = CounterFeature(changes: changes)
        let messages = try await recordedIssues {
            try await withScenario(of: feature) { counter in
                try await counter.expectStart()
                change.yield(7)
                await feature.latch.arrival()
                // A scenario that does not wait would already be closed after this time.
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
