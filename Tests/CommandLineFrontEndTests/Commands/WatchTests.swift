import FeatureKit
import FeatureTesting
import Foundation
import Testing

@Suite("The option --watch of the launch command", .timeLimit(.minutes(5)))
struct WatchTests {
    @Test(
        "--watch --all --json prints a loading frame, then one ready frame with all rows; the time limit is no failure"
    )
    func slow() async throws {
        let clock = ManualClock()
        let recorder = RecordingConsole()
        try await KennelFeature.$clock.withValue(clock) {
            async let ending = run(
                "launch", "kennel", "--set", "mood=slow", "--watch", "--json", "--timeout", "5s", on: recorder)
            await recorder.waitForWritings(1)
            await clock.advance(by: .seconds(2))
            await recorder.waitForWritings(1)
            await recorder.clock.advance(by: .seconds(5))
            let frames = try await ending.output.split(separator: "\n").map { line in
                try JSONDecoder().decode(Frame.self, from: Data(line.utf8))
            }
            #expect(frames.map(\.screen.phase) == [.loading, .ready])
            #expect(frames.map(\.revision) == [0, 1])
            #expect(frames.map(\.screen.elements.count) == [0, 1])
            #expect(await ending.code == 0)
            #expect(await ending.errors.isEmpty)
        }
    }

    @Test("With --watch, launch prints the loading frame first, even if the feature is ready at once")
    func instant() async throws {
        let recorder = RecordingConsole()
        async let ending = run("launch", "kennel", "--watch", on: recorder)
        await recorder.waitForWritings(2)
        recorder.interrupt()
        #expect(
            await ending
                == Ending(
                    code: 130,
                    output: """
                        ── kennel, revision 0 ──
                        Kennel

                          Loading…

                        ── kennel, revision 1 ──
                        \(LaunchTests.screen)

                        """, errors: ""))
    }

    @Test("With --watch, launch prints each notice to standard error at once")
    func notices() async throws {
        let recorder = RecordingConsole()
        async let ending = run("launch", "kennel", "--set", "mood=chatty", "--watch", "--json", on: recorder)
        await recorder.waitForWritings(4)
        recorder.interrupt()
        #expect(await ending.errors == "✓ The dogs are awake\nOne is hungry\n")
        #expect(await ending.code == 130)
    }

    @Test("With --watch, a screen that still loads at the time limit ends with exit code 1")
    func unfinished() async throws {
        let recorder = RecordingConsole()
        async let ending = run("launch", "kennel", "--set", "mood=forever", "--watch", "--timeout", "2s", on: recorder)
        await recorder.clock.advance(by: .seconds(2))
        #expect(await ending.code == 1)
        #expect(
            await ending.errors
                == "kennels: feature 'kennel' did not settle within 2s; set a longer --timeout\n")
    }

    @Test("With --watch, a screen that has failed at the time limit ends with exit code 1")
    func failed() async throws {
        let recorder = RecordingConsole()
        async let ending = run(
            "launch", "kennel", "--set", "mood=failing", "--watch", "--timeout", "2s", "--json", on: recorder)
        await recorder.waitForWritings(2)
        await recorder.clock.advance(by: .seconds(2))
        #expect(await ending.code == 1)
        #expect(await ending.errors == "kennels: feature 'kennel' failed: out of luck\n")
    }

    @Test("With --watch, a closed output ends the command with exit code 141 and without a message")
    func closedOutput() async {
        let recorder = RecordingConsole(failure: outputClosed)
        #expect(await run("launch", "kennel", "--watch", on: recorder) == Ending(code: 141, output: "", errors: ""))
    }
}
