import CommandLineFrontEnd
import TerminalKit

extension Console.Input {
    /// Returns an input that consists of the given lines.
    ///
    /// Its terminal has no full screen.
    static func typing(_ lines: [String]) -> Console.Input {
        Console.Input(
            isTerminal: { true },
            lines: {
                AsyncStream { continuation in
                    lines.forEach { continuation.yield($0) }
                    continuation.finish()
                }
            }, takeTerminal: { _ in throw TerminalError.failed("not this time") })
    }
}
