import CommandLineFrontEnd
import FeatureTesting
import TerminalKit

extension GuideHost {
    /// Creates the program of the guides, which takes a terminal, and the clock of its console.
    static func program(
        on terminal: TestTerminal
    ) -> (program: CommandLineProgram<GuideHost>, clock: ManualClock) {
        let recorder = RecordingConsole(terminals: [.output], environment: ["TERM": "xterm"])
        var console = recorder.console
        console.input = Console.Input(
            isTerminal: { true }, lines: { AsyncStream { $0.finish() } }, takeTerminal: { _ in terminal.terminal })
        return (CommandLineProgram(console: console), recorder.clock)
    }
}
