import CommandLineFrontEnd
import TerminalKit

extension Console.Input {
    /// Returns an input with these lines.
    ///
    /// The full screen is not available on its terminal.
    static func typing(_ lines: [String]) -> Console.Input {
        Console.Input(
            isTerminal: { true },
            lines: {
                AsyncStream { continuation in
                    lines.forEach { continuation.yield($0) }
                    continuation.finish()
                }
            }, takeTerminal: { throw TerminalError.failed("not this time") })
    }
}
