import CommandLineFrontEnd
import TerminalKit

extension Console.Input {
    /// The input of a terminal that cannot be taken: these lines, then the end.
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
