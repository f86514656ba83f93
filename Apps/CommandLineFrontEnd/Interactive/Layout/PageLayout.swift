import FeatureKit
import TerminalKit

/// A screen set in lines of a width, of which only those in sight are ever painted.
///
/// Made anew when the screen, the width or the filter changes. Cost is that of the texts and of a sample of each list's
/// rows, however many there are; with a filter, that of its reading.
struct PageLayout: Sendable {
    /// A part of it.
    struct Block: Sendable {
        enum Content: Sendable {
            case lines([StyledLine])
            case rows(RowsLayout)
        }

        let firstLine: Int
        let content: Content

        var lineCount: Int {
            switch content {
            case .lines(let lines): lines.count
            case .rows(let rows): rows.lineCount
            }
        }
    }

    private(set) var blocks: [Block] = []
    private(set) var lineCount = 0
    private(set) var rowCount = 0
    /// Whether it is one short text that may stand in the middle.
    let isCentered: Bool

    /// Cells on the left of every line, for the mark of the selection.
    static let indent = 3
    /// Cells on the right of every line, for the bar that shows where one is.
    static let margin = 2

    /// Lays out a screen.
    ///
    /// - Parameters:
    ///   - width: How many cells a line has.
    ///   - shown: The rows that a filter shows, by the lists' ids; `nil` without a filter.
    init(_ screen: Screen, failure: String?, width: Int, shown: [String: [Int]]?) {
        let room = max(1, width - Self.indent - Self.margin)
        let isShort = screen.elements.allSatisfy { element in
            switch element {
            case .text, .placeholder: true
            case .list, .fields, .unknown: false
            }
        }
        isCentered = isShort && screen.elements.count == 1 && failure == nil && !screen.phase.isFailed
        if let failure { append(Self.failed(failure, retry: nil, width: room)) }
        if case .failed(let message, let retry) = screen.phase {
            append(Self.failed(message, retry: retry, width: room))
        }
        for element in screen.elements {
            switch element {
            // What is still on its way is not nothing.
            case .list(let list) where list.rows.isEmpty && screen.phase.isLoading: break
            case .list(let list):
                let rows = RowsLayout(list, shown: shown.map { $0[list.id] ?? [] }, firstRow: rowCount, width: room)
                rowCount += rows.rowCount
                append(.rows(rows))
            case .text(let text):
                append(Self.lines(text.text, TextStyle(text.style, tone: screen.tone), width: room))
            case .placeholder(let placeholder):
                append(
                    Self.lines(placeholder.text, TextStyle(tone: screen.tone, dim: screen.tone == .plain), width: room))
            case .fields(let fields): append(Self.fields(fields, width: room))
            case .unknown(let unknown): append(Self.lines(unknown.text ?? "", .plain, width: room))
            }
        }
    }

    private mutating func append(_ content: Block.Content) {
        if case .lines(let lines) = content, lines.isEmpty { return }
        if lineCount > 0 {
            blocks.append(Block(firstLine: lineCount, content: .lines([StyledLine()])))
            lineCount += 1
        }
        let block = Block(firstLine: lineCount, content: content)
        blocks.append(block)
        lineCount += block.lineCount
    }

    // MARK: - Rows

    /// The list that a row of the page is in, and where in it.
    func place(of row: Int) -> (block: Block, rows: RowsLayout, index: Int)? {
        for block in blocks {
            guard case .rows(let rows) = block.content, row < rows.firstRow + rows.rowCount, row >= rows.firstRow else {
                continue
            }
            return (block, rows, row - rows.firstRow)
        }
        return nil
    }

    /// The row with a number on the page.
    func row(_ number: Int) -> Row? { place(of: number).map { $0.rows[$0.index] } }

    /// The line that a row stands on.
    func line(ofRow row: Int) -> Int? { place(of: row).map { $0.block.firstLine + $0.rows.headingCount + $0.index } }

    /// The row that stands on a line.
    func row(onLine line: Int) -> Int? {
        for block in blocks where line >= block.firstLine && line < block.firstLine + block.lineCount {
            guard case .rows(let rows) = block.content else { return nil }
            let index = line - block.firstLine - rows.headingCount
            return (0..<rows.rowCount).contains(index) ? rows.firstRow + index : nil
        }
        return nil
    }

    /// Where a row of a list is now.
    func number(ofRow id: String, in list: String, near hint: Int) -> Int? {
        for case .rows(let rows) in blocks.lazy.map(\.content) where rows.list.id == list {
            return rows.index(of: id, near: hint - rows.firstRow).map { $0 + rows.firstRow }
        }
        return nil
    }

    // MARK: - Texts

    private static func failed(_ message: String, retry: Button?, width: Int) -> Block.Content {
        let sign = (Tone.critical.sign ?? "!") + " "
        let text = message.wrapped(to: max(1, width - sign.displayWidth)).enumerated().map { number, line in
            StyledLine(
                (number == 0 ? sign : String(repeating: " ", count: sign.displayWidth)) + line,
                TextStyle(tone: .critical))
        }
        let hint = retry.map { retry in
            [StyledLine(), StyledLine("  r", TextStyle(tone: .accent, bold: true)) + StyledLine("  \(retry.title)")]
        }
        return .lines(text + (hint ?? []))
    }

    private static func lines(_ text: String, _ style: TextStyle, width: Int) -> Block.Content {
        .lines(text.isEmpty ? [] : text.wrapped(to: width).map { StyledLine($0, style) })
    }

    private static func fields(_ fields: FieldsElement, width: Int) -> Block.Content {
        let widest = fields.items.reduce(0) { max($0, $1.label.displayWidth) }
        let labels = min(widest, max(4, width / 3))
        return .lines(
            fields.items.flatMap { item in
                let values = item.value.wrapped(to: max(1, width - labels - 2))
                return values.enumerated().map { number, value in
                    let label = number == 0 ? item.label.madeVisible.clipped(to: labels) : ""
                    let padding = String(repeating: " ", count: labels - label.displayWidth + 2)
                    return StyledLine(label + padding, .dim) + StyledLine(value)
                }
            })
    }
}

extension TextStyle {
    fileprivate init(_ style: TextElement.Style, tone: Tone) {
        switch style {
        case .body: self.init(tone: tone)
        case .headline: self.init(tone: tone, bold: true)
        case .caption: self.init(dim: true)
        }
    }
}
