import FeatureKit
import TerminalKit

/// The streams, environment, signals and clock of a command.
///
/// A test can replace all of them.
///
/// ``standard`` is the console of the process.
package struct Console: Sendable {
    /// An output stream.
    package enum Stream: Sendable, Hashable {
        /// Standard output, for data.
        case output
        /// Standard error, for messages.
        case error
    }

    /// Writes all bytes to a stream.
    package var write: @Sendable ([UInt8], Stream) throws -> Void
    /// Whether a stream is a terminal.
    package var isTerminal: @Sendable (Stream) -> Bool
    /// Looks up an environment variable.
    package var environment: @Sendable (String) -> String?
    /// Starts to catch SIGINT and SIGTERM, and returns a stream of the caught signal numbers.
    package var interruptions: @Sendable () -> AsyncStream<Int32>
    /// The width of help text in columns; `nil` for the terminal's width.
    package var columns: Int?
    /// Returns the width of the terminal in columns, or `nil` if it is unknown.
    package var terminalWidth: @Sendable () -> Int? = { nil }
    /// Returns the height of the terminal at standard output in lines, or `nil` if it is unknown.
    package var terminalHeight: @Sendable () -> Int? = { nil }
    /// Shows text in a pager: runs the command in a shell and writes the text to its input.
    ///
    /// Returns `false` if the command cannot be run.
    package var showInPager: @Sendable (_ text: [UInt8], _ command: String) -> Bool = { _, _ in false }
    /// Whether output that is longer than the terminal goes through a pager.
    var usesPager = false
    /// The clock for time limits and for the spinner.
    package var clock: any Clock<Duration>
    /// The keyboard input.
    package var input: Input

    /// Creates a console from closures.
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
    /// Whether a spinner can be shown.
    ///
    /// Standard output and standard error must be terminals, and the terminal must be able to erase text.
    package var canAnimate: Bool {
        isTerminal(.output) && canErase
    }

    /// Whether standard error is a terminal that can erase text.
    var canErase: Bool { isTerminal(.error) && environment("TERM") != "dumb" }

    /// Writes text and a line end to standard output in one call.
    func print(_ text: String) throws {
        try writeOutput(Array((text + "\n").utf8))
    }

    /// Writes a JSON value and a line end to standard output in one call.
    func printJSON(_ bytes: [UInt8]) throws {
        try printData(bytes + [UInt8(ascii: "\n")], isJSON: true)
    }

    /// Writes lines of data to standard output.
    ///
    /// On a terminal, control characters are replaced by visible characters.
    ///
    /// - Parameter isJSON: Whether the lines are JSON. Control characters in JSON become JSON escapes.
    func printData(_ bytes: [UInt8], isJSON: Bool) throws {
        guard isTerminal(.output) else { return try writeOutput(bytes) }
        if isJSON { return try writeOutput(Array(String(decoding: bytes, as: UTF8.self).escapedInJSON.utf8)) }
        let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) {
            $0 == "\n" || $0 == "\r\n"
        }
        try writeOutput(Array(lines.map { String($0).madeVisible }.joined(separator: "\n").utf8))
    }

    /// Writes lines to standard output in one call.
    func print(_ lines: some Sequence<StyledLine>, colors: ColorChoice) throws {
        try writeOutput(lines.encoded(colored: isColored(.output, colors)))
    }

    /// Returns the width to which text breaks on a stream; `nil` for a stream that is not a terminal.
    func wrapWidth(_ stream: Stream) -> Int? { isTerminal(stream) ? terminalWidth() : nil }

    /// Writes lines to standard error, broken at words on a terminal.
    ///
    /// Write errors are ignored, because there is nowhere else to report them.
    func say(_ lines: [StyledLine], colors: ColorChoice) {
        let width = wrapWidth(.error)
        let wrapped = lines.flatMap { line in width.map { line.wrapped(to: $0) } ?? [line] }
        try? write(wrapped.encoded(colored: isColored(.error, colors)), .error)
    }

    /// Writes an error message to standard error, prefixed with the program's name.
    func complain(_ message: String, as name: String, colors: ColorChoice) {
        var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { StyledLine(String($0)) }
        lines[0] = StyledLine("\(name): ", TextStyle(tone: .critical)) + lines[0]
        say(lines, colors: colors)
    }
}
