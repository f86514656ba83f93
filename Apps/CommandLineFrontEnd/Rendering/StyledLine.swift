import TerminalKit

/// One line of text with styles, safe to send to a terminal.
///
/// Text enters it made visible (``Swift/String/madeVisible``), so no data can bring a control character along.
package struct StyledLine: Sendable, Hashable {
    /// A run of text in one style.
    package struct Span: Sendable, Hashable {
        /// The text, without control characters.
        package let text: String
        /// How it is set.
        package let style: TextStyle
    }

    /// The runs, in order.
    package private(set) var spans: [Span] = []

    /// Creates an empty line.
    package init() {}

    /// Creates a line of one run.
    package init(_ text: String, _ style: TextStyle = .plain) {
        append(text, style)
    }

    /// Makes room for a number of runs, for who knows how many there will be.
    package mutating func reserve(_ count: Int) { spans.reserveCapacity(count) }

    /// Adds a run at the end.
    package mutating func append(_ text: String, _ style: TextStyle = .plain) {
        if !text.isEmpty { spans.append(Span(text: text.madeVisible, style: style)) }
    }

    /// Adds another line at the end.
    package mutating func append(_ line: StyledLine) { spans += line.spans }

    /// Adds spaces at the end.
    package mutating func append(spaces count: Int) {
        if count > 0 { spans.append(Span(text: String(repeating: " ", count: count), style: .plain)) }
    }

    /// Joins two lines.
    package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
        var line = left
        line.append(right)
        return line
    }

    /// Whether there is nothing in it.
    package var isEmpty: Bool { spans.isEmpty }

    /// How many cells it takes on a terminal.
    package var displayWidth: Int { spans.reduce(0) { $0 + $1.text.displayWidth } }

    /// The text alone.
    package var text: String { spans.map(\.text).joined() }
}

extension Sequence<StyledLine> {
    /// The lines as text, each with its end; spaces at the end of a line are left out.
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
