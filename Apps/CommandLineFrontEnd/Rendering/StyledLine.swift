import TerminalKit

/// A line of styled text, safe to print on a terminal.
///
/// Control characters in added text are replaced by visible characters (``Swift/String/madeVisible``).
package struct StyledLine: Sendable, Hashable {
    /// A run of text with one style.
    package struct Span: Sendable, Hashable {
        /// The text of the run, without control characters.
        package let text: String
        /// The style of the run.
        package let style: TextStyle
    }

    /// The runs of the line, in order.
    package private(set) var spans: [Span] = []

    /// Creates an empty line.
    package init() {}

    /// Creates a line with one run.
    package init(_ text: String, _ style: TextStyle = .plain) {
        append(text, style)
    }

    /// Reserves memory for a number of runs.
    package mutating func reserve(_ count: Int) { spans.reserveCapacity(count) }

    /// Appends a run of text.
    package mutating func append(_ text: String, _ style: TextStyle = .plain) {
        if !text.isEmpty { spans.append(Span(text: text.madeVisible, style: style)) }
    }

    /// Appends another line.
    package mutating func append(_ line: StyledLine) { spans += line.spans }

    /// Appends another line, and joins two runs of the same style.
    mutating func extend(by line: StyledLine) {
        guard let last = spans.last, let first = line.spans.first, last.style == first.style else {
            return append(line)
        }
        spans[spans.count - 1] = Span(text: last.text + first.text, style: last.style)
        spans += line.spans.dropFirst()
    }

    /// Appends a number of spaces.
    package mutating func append(spaces count: Int) {
        if count > 0 { spans.append(Span(text: String(repeating: " ", count: count), style: .plain)) }
    }

    /// Concatenates two lines.
    package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        var line = left
        line.append(right)
        return line
    }

    /// Returns the line without its last runs.
    func withoutLast(_ count: Int) -> StyledLine {
        var line = self
        line.spans.removeLast(count)
        return line
    }

    /// Whether the line has no text.
    package var isEmpty: Bool { spans.isEmpty }

    /// The number of cells that the line takes on a terminal.
    package var displayWidth: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

    /// The text without styles.
    package var text: String { spans.map(\.text).joined() }
}

extension Sequence<StyledLine> {
    /// Encodes the lines as bytes.
    ///
    /// Each line ends with a line feed and has no trailing spaces.
    package func encoded(colored: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        for line in self {
            let start = bytes.count
            for span in line.spans {
                let sequence = colored ? span.style.sequence : nil
                if let sequence { bytes += sequence.utf8 }
                bytes += span.text.utf8
                if sequence != nil { bytes += TextStyle.end.utf8 }
            }
            while bytes.count > start, bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}
