import CommandLineFrontEnd
import FeatureTesting
import TerminalKit
import Testing

@Suite("The spinner", .timeLimit(.minutes(5)))
struct SpinnerTests {
    @Test("The spinner runs on standard error while the feature loads, and is erased before the screen is printed")
    func turns() async {
        let (clock, recorder) = (ManualClock(), RecordingConsole(terminals: [.output, .error]))
        await KennelFeature.$clock.withValue(clock) {
            async let ending = run("launch", "kennel", "--set", "mood=slow", "--color", "never", on: recorder)
            await recorder.clock.advance(by: .milliseconds(120))
            await recorder.waitForWritings(1)
            await recorder.clock.advance(by: .milliseconds(80))
            await recorder.waitForWritings(1)
            await clock.advance(by: .seconds(2))
            let erasure = "\r\u{1B}[K"
            #expect(await ending.errors == "\(erasure)⠋ Loading…\(erasure)⠙ Loading…\(erasure)")
            #expect(await !ending.output.contains("\u{1B}"))
        }
    }

    @Test("A fast command shows no spinner")
    func quick() async {
        let recorder = RecordingConsole(terminals: [.output, .error])
        #expect(await run("launch", "kennel", "--color", "never", on: recorder).errors == "")
    }

    @Test(
        "A spinner is shown only if both outputs are terminals that can erase text",
        arguments: [
            ([.output, .error], [:], true), ([], [:], false), ([.output], [:], false), ([.error], [:], false),
            ([.output, .error], ["TERM": "dumb"], false),
        ] as [(Set<Console.Stream>, [String: String], Bool)])
    func needs(terminals: Set<Console.Stream>, environment: [String: String], canAnimate: Bool) {
        #expect(RecordingConsole(terminals: terminals, environment: environment).console.canAnimate == canAnimate)
    }

    @Test("A long label is truncated, and its control characters are replaced by visible characters")
    func label() {
        let line = Spinner.line(turn: 12, label: "김\u{1B}[2J" + String(repeating: "가", count: 100))
        #expect(line.hasPrefix("⠹ 김␛[2J가가"))
        #expect(line.displayWidth <= 40)
    }
}
