import FeatureKit
import TerminalKit

/// Where a command reads and writes, and what it knows of its surroundings.
///
/// A value of closures, so that a test can be the terminal. ``standard`` is the process's own.
package struct Console: Sendable {
    /// One of the two streams that a program writes to.
    package enum Stream: Sendable, Hashable {
        /// Data.
        case output
        /// Messages.
        case error
    }

    /// Writes bytes to a stream, all of them.
    package var write: @Sendable ([UInt8], Stream) throws -> Void
    /// Whether a stream is a terminal.
    package var isTerminal: @Sendable (Stream) -> Bool
    /// Looks up a variable of the environment.
    package var environment: @Sendable (String) -> String?
    /// Begins to catch the signals that ask the program to end, and yields their numbers.
    package var interruptions: @Sendable () -> AsyncStream<Int32>
    /// How wide help is set; `nil` for as wide as the terminal.
    package var columns: Int?
    /// What measures time limits and turns the spinner.
    package var clock: any Clock<Duration>
    /// What a person types.
    package var input: Input

    /// Creates a console.
    package init(
        write: @escaping @Sendable ([UInt8], Stream) throws -> Void,
        isTerminal: @escaping @Sendable (Stream) -> Bool, environment: @escaping @Sendable (String) -> String?,
        interruptions: @escaping @Sendable () -> AsyncStream<Int32>, columns: Int?, clock: any Clock<Duration>,
        input: Input = .none
    ) {
        (self.write, self.isTerminal, self.environment) = (write, isTerminal, environment)
        (self.interruptions, self.columns, self.clock, self.input) = (interruptions, columns, clock, input)
    }
}

extension Console {
    /// Whether a spinner may turn: both streams are terminals that can erase.
    package var canAnimate: Bool {
        isTerminal(.output) && canErase
    }

    /// Whether messages go to a terminal that can erase.
    var canErase: Bool { isTerminal(.error) && environment("TERM") != "dumb" }

    /// Writes text and a line's end to the output, at once.
    func print(_ text: String) throws {
        try write(Array((text + "\n").utf8), .output)
    }

    /// Writes a value in JSON and a line's end to the output, at once.
    func printJSON(_ bytes: [UInt8]) throws {
        try printData(bytes + [UInt8(ascii: "\n")], isJSON: true)
    }

    /// Writes whole lines of data to the output: as they are, but to a terminal without what it would obey.
    ///
    /// - Parameter isJSON: Whether they are JSON, and are to be so on a terminal too.
    func printData(_ bytes: [UInt8], isJSON: Bool) throws {
        guard isTerminal(.output) else { return try write(bytes, .output) }
        if isJSON { return try write(Array(String(decoding: bytes, as: UTF8.self).escapedInJSON.utf8), .output) }
        let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) {
            $0 == "\n" || $0 == "\r\n"
        }
        try write(Array(lines.map { String($0).madeVisible }.joined(separator: "\n").utf8), .output)
    }

    /// Writes lines to the output, at once.
    func print(_ lines: some Sequence<StyledLine>, colors: ColorChoice) throws {
        try write(lines.encoded(colored: isColored(.output, colors)), .output)
    }

    /// Writes lines to the messages; one that cannot be written has nowhere else to go.
    func say(_ lines: [StyledLine], colors: ColorChoice) {
        try? write(lines.encoded(colored: isColored(.error, colors)), .error)
    }

    /// Says what went wrong, after the program's name.
    func complain(_ message: String, as name: String, colors: ColorChoice) {
        var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { StyledLine(String($0)) }
        lines[0] = StyledLine("\(name): ", TextStyle(tone: .critical)) + lines[0]
        say(lines, colors: colors)
    }
}
