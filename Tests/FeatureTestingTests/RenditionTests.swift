import FeatureKit
import FeatureTesting
import Testing

/// Tests of expectations about the rendition of a frame by a front end.
@Suite(.timeLimit(.minutes(5))) struct RenditionTests {
    struct Torn: Error, CustomStringConvertible {
        let description = "the paper is torn"
    }

    let titles = ScreenRendition("titles") { frame, manifest in
        "\(manifest.title)\n\(frame.screen.title)\n\(frame.revision)\n"
    }

    @Test func `a test can check the rendition of the last expected frame`() async throws {
        try await withScenario(of: CounterFeature()) { counter in
            await counter.expect { $0.title = "Counter" }
            await counter.expect(as: titles, "Counter\nCounter\n0")
            try await counter.start()
            // The rendition shows the expected frame, not a newer frame.
            await counter.expect(as: titles, "Counter\nCounter\n0\n")
            await counter.expectNext(as: titles, "Counter\nCounter\n1")
            #expect(counter.screen.elements == [CounterFeature.row(0)])
        }
    }

    @Test func `the JSON rendition equals the output of the API, with one member per line`() async throws {
        try await withScenario(of: CounterFeature()) { counter in
            try await counter.start()
            await counter.skipToSettled()
            await counter.expect(
                as: .json,
                """
                {
                  "session": "scenario",
                  "feature": "counter",
                  "revision": 1,
                  "screen": {
                    "title": "Counter",
                    "tone": "plain",
                    "phase": {
                      "kind": "ready"
                    },
                    "elements": [
                      {
                        "kind": "list",
                        "id": "count",
                        "rows": [
                          {
                            "id": "1",
                            "title": "0",
                            "values": {
                              "count": 0,
                              "unit": "dogs"
                            }
                          }
                        ]
                      }
                    ],
                    "buttons": []
                  }
                }
                """)
        }
    }

    @Test func `the failure shows differences line by line`() async throws {
        let messages = try await recordedIssues {
            try await withScenario(of: CounterFeature()) { counter in
                await counter.expectNext(as: titles, "Counter\nClock\n0")
            }
        }
        #expect(
            messages == [
                #"""
                Frame 0 as titles differs from the expected text; expected (-), actual (+):

                  """
                  Counter
                - Clock
                + Counter
                  0
                  """

                If the frame is right, change the expectation. If not, fix the code that draws it.
                """#
            ])
    }

    @Test func `the test fails if there is no frame or if the rendition fails`() async throws {
        let torn = ScreenRendition("paper") { _, _ in throw Torn() }
        let messages = try await recordedIssues {
            try await withScenario(of: CounterFeature(), patience: .milliseconds(1)) { counter in
                await counter.expect(as: titles, "")
                await counter.expectNext(as: torn, "")
                await counter.expectNext(as: titles, "")
            }
        }
        #expect(
            messages == [
                """
                There is no frame yet to render as titles.
                Expect a frame before this call, or use `expectNext(as:_:)`.
                """,
                """
                Frame 0 cannot be rendered as paper: the paper is torn
                Fix the rendition or its input.
                """,
                """
                No frame came after frame 0 within 1ms.
                Nothing is running.
                Trigger the awaited event: advance the clock, open the latch or answer the stub.
                """,
            ])
    }
}
