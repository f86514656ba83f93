import FeatureKit
import FeatureTesting
import Testing

/// Frames that a scenario states in the form in which a front end shows them.
@Suite(.timeLimit(.minutes(5))) struct RenditionTests {
    struct Torn: Error, CustomStringConvertible {
        let description = "the paper is torn"
    }

    let titles = ScreenRendition("titles") { frame, manifest in
        "\(manifest.title)\n\(frame.screen.title)\n\(frame.revision)\n"
    }

    @Test func `the frame that was stated last is stated in another form`() async throws {
        try await withScenario(of: CounterFeature()) { counter in
            await counter.expect { $0.title = "Counter" }
            await counter.expect(as: titles, "Counter\nCounter\n0")
            try await counter.start()
            // What came meanwhile is not what was stated.
            await counter.expect(as: titles, "Counter\nCounter\n0\n")
            await counter.expectNext(as: titles, "Counter\nCounter\n1")
            #expect(counter.screen.elements == [CounterFeature.row(0)])
        }
    }

    @Test func `as JSON it is what the API sends, a member a line`() async throws {
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

    @Test func `what differs is told line by line`() async throws {
        let messages = try await recordedIssues {
            try await withScenario(of: CounterFeature()) { counter in
                await counter.expectNext(as: titles, "Counter\nClock\n0")
            }
        }
        #expect(
            messages == [
                #"""
                Frame 0 as titles is not what was stated (-), but this (+):

                  """
                  Counter
                - Clock
                + Counter
                  0
                  """

                State what is shown if that is right; if not, mend what draws it.
                """#
            ])
    }

    @Test func `without a frame, or with a form that fails, that is said`() async throws {
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
                There is no frame yet to be shown as titles.
                State the first frame before, or use `expectNext(as:_:)`.
                """,
                """
                Frame 0 cannot be shown as paper: the paper is torn
                Mend the rendition, or what it is given.
                """,
                """
                No frame came after frame 0 within 1ms.
                Nothing is at work.
                Let happen what it waits for: advance the clock, open the latch, answer the stub.
                """,
            ])
    }
}
