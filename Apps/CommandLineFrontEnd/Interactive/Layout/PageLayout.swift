import FeatureKit
import Interaction
import TerminalKit

/// The layout of a screen as lines.
///
/// Only the visible lines are painted.
///
/// The view creates a new layout if the screen, the width or the filter changes, or if the person opens a fold, chooses
/// a tab or types. The cost grows with the length of the texts and with the number of rows that are measured. With a
/// filter, the cost grows with the number of all rows.
struct PageLayout: Sendable {
    /// A block of lines.
    struct Block: Sendable {
        enum Content: Sendable {
            case lines([StyledLine])
            case rows(RowsLayout)
            case form(FormLayout)
            case buttons(ButtonsLayout)
            case drawing(DrawingLayout)
        }

        var firstLine: Int
        /// The first cell, counted from the left of the page's text.
        var column = 0
        /// The width in cells.
        let width: Int
        let content: Content

        var lineCount: Int {
            switch content {
            case .lines(let lines): lines.count
            case .rows(let rows): rows.lineCount
            case .form(let form): form.lines.count
            case .buttons(let buttons): buttons.lineCount
            case .drawing(let drawing): drawing.lines.count
            }
        }
    }

    /// A section of tabs and its range of lines.
    struct Tabs: Sendable {
        let section: SectionElement
        let lines: Range<Int>
    }

    /// The title of a tab and its place, counted from the left of the text.
    struct TabTitle: Sendable {
        let section: String
        let id: String
        let line: Int
        let columns: Range<Int>
    }

    /// The width of the page's text in cells.
    let width: Int
    private(set) var blocks: [Block] = []
    private(set) var lineCount = 0
    var rowCount = 0
    /// The visible lists.
    ///
    /// A list in a closed fold or in another tab is not visible.
    var lists: [ListElement] = []
    /// The sections of tabs.
    ///
    /// A nested section comes before the section that contains it.
    var tabs: [Tabs] = []
    /// The places of the tabs' titles.
    var tabTitles: [TabTitle] = []
    /// The buttons of the visible sections.
    var buttons: [Button] = []
    /// The parts of the page that the tab key can focus, in reading order, each with its line and the first cell of its
    /// block or of its button.
    private(set) var stops: [(stop: PageStop, line: Int, column: Int)] = []
    /// Whether the page is one short text, which is shown in the middle of the screen.
    private(set) var isCentered = false
    /// Whether the next block follows without a blank line, as it does after a heading.
    var attachesNext = false

    /// The number of cells at the left of each line, reserved for the selection mark.
    static let indent = 3
    /// The number of cells at the right of each line, reserved for the scroll bar.
    static let margin = 2

    /// Creates an empty layout with a width in cells.
    init(width: Int) { self.width = width }

    /// Lays out a screen.
    ///
    /// - Parameters:
    ///   - view: The person's view of the page: open folds, chosen tabs, typed text.
    ///   - actions: The feature's actions, which give the form buttons their titles.
    ///   - width: The width of a line in cells.
    ///   - shown: The indices of the rows that match the filter, by list id; `nil` without a filter.
    ///   - lines: The number of lines of the terminal.
    init(
        _ screen: Screen, failure: String?, view: PageView, actions: [Action], width: Int, shown: [String: [Int]]?,
        lines: Int = 24
    ) {
        let room = max(1, width - Self.indent - Self.margin)
        self.init(width: room)
        let isShort = screen.elements.allSatisfy { element in
            switch element {
            case .text(let text): text.style != .code
            case .placeholder: true
            case .list, .fields, .form, .section, .link, .progress, .chart, .image, .drawing, .unknown: false
            }
        }
        isCentered =
            isShort && screen.elements.count == 1 && failure == nil && !screen.phase.isFailed && screen.summary == nil
        if let summary = screen.summary { append(Self.lines(summary, .dim, width: room)) }
        if let failure { append(Self.failed(failure, retry: nil, width: room)) }
        if case .failed(let message, let retry) = screen.phase {
            append(Self.failed(message, retry: retry, width: room))
        }
        let context = Context(screen: screen, view: view, actions: actions, lines: lines, shown: shown)
        for element in screen.elements { add(element, width: room, context) }
    }

    /// Adds a block.
    ///
    /// - Parameter isApart: Whether a blank line precedes the block.
    mutating func append(_ content: Block.Content, isApart: Bool = true) {
        if case .lines(let lines) = content, lines.isEmpty { return }
        defer { attachesNext = false }
        if isApart, !attachesNext { appendBlankLine() }
        let block = Block(firstLine: lineCount, width: width, content: content)
        blocks.append(block)
        lineCount += block.lineCount
    }

    /// Adds layouts side by side.
    ///
    /// - Parameters:
    ///   - parts: The layouts, from left to right.
    ///   - gap: The number of cells between two layouts.
    mutating func append(_ parts: [PageLayout], gap: Int) {
        if !attachesNext { appendBlankLine() }
        attachesNext = false
        var (column, height) = (0, 0)
        for part in parts {
            func moved(_ lines: Range<Int>) -> Range<Int> {
                lines.lowerBound + lineCount..<lines.upperBound + lineCount
            }
            blocks += part.blocks.map { block in
                var block = block
                (block.firstLine, block.column) = (block.firstLine + lineCount, block.column + column)
                return block
            }
            stops += part.stops.map { ($0.stop, $0.line + lineCount, $0.column + column) }
            tabs += part.tabs.map { Tabs(section: $0.section, lines: moved($0.lines)) }
            tabTitles += part.tabTitles.map { title in
                let columns = title.columns.lowerBound + column..<title.columns.upperBound + column
                return TabTitle(section: title.section, id: title.id, line: title.line + lineCount, columns: columns)
            }
            lists += part.lists
            buttons += part.buttons
            (column, height) = (column + part.width + gap, max(height, part.lineCount))
        }
        lineCount += height
    }

    private mutating func appendBlankLine() {
        guard lineCount > 0 else { return }
        blocks.append(Block(firstLine: lineCount, width: width, content: .lines([StyledLine()])))
        lineCount += 1
    }

    /// Adds a part that the tab key can focus.
    ///
    /// - Parameter column: The first cell of the part, counted from the left of the text.
    mutating func stop(_ stop: PageStop, onLine line: Int, column: Int = 0) { stops.append((stop, line, column)) }

    /// Adds the buttons of a page without a list below its elements.
    mutating func appendButtons(_ buttons: [KeyedButton]) {
        guard !buttons.isEmpty else { return }
        let layout = ButtonsLayout(buttons, width: width)
        append(.buttons(layout))
        isCentered = false
        let first = lineCount - layout.lineCount
        for (number, item) in layout.items.enumerated() {
            stop(.pageButton(number: number), onLine: first + item.line, column: item.column)
        }
    }

    // MARK: - Stops

    /// Whether the page has parts besides rows and the buttons that the footer names too.
    var hasParts: Bool {
        stops.contains { place in
            switch place.stop {
            case .rows, .pageButton: false
            default: true
            }
        }
    }

    /// Returns the line of a focusable part, or `nil` if the page does not contain that part.
    func line(of stop: PageStop) -> Int? { stops.first { $0.stop == stop }?.line }

    /// Returns the first cell of the block with a focusable part, or `nil` if the page does not contain that part.
    func column(of stop: PageStop) -> Int? { stops.first { $0.stop == stop }?.column }

    /// Returns the focusable part on a line of a block, except a list.
    func stop(onLine line: Int, in block: Block) -> PageStop? {
        stops.first { place in
            if case .rows = place.stop { return false }
            return place.line == line && place.column == block.column
        }?.stop
    }

    // MARK: - Rows

    /// Returns the position of a row.
    ///
    /// The position is the block of the row, the layout of its list and its index in that list.
    func place(of row: Int) -> (block: Block, rows: RowsLayout, index: Int)? {
        for block in blocks {
            guard case .rows(let rows) = block.content, row < rows.firstRow + rows.rowCount, row >= rows.firstRow else {
                continue
            }
            return (block, rows, row - rows.firstRow)
        }
        return nil
    }

    /// Returns the row with the given number on the page.
    func row(_ number: Int) -> Row? { place(of: number).map { $0.rows[$0.index] } }

    /// Returns the line of a row.
    func line(ofRow row: Int) -> Int? { place(of: row).map { $0.block.firstLine + $0.rows.headingCount + $0.index } }

    /// Returns the row on a line.
    func row(onLine line: Int) -> Int? {
        for block in blocks where line >= block.firstLine && line < block.firstLine + block.lineCount {
            guard case .rows(let rows) = block.content else { continue }
            let index = line - block.firstLine - rows.headingCount
            if (0..<rows.rowCount).contains(index) { return rows.firstRow + index }
        }
        return nil
    }

    /// Returns the current number of a list's row among all rows of the page.
    func number(ofRow id: String, in list: String, near hint: Int) -> Int? {
        for case .rows(let rows) in blocks.lazy.map(\.content) where rows.list.id == list {
            return rows.index(of: id, near: hint - rows.firstRow).map { $0 + rows.firstRow }
        }
        return nil
    }

    /// Returns the layout of a list's rows.
    func rows(of list: String) -> RowsLayout? {
        for case .rows(let rows) in blocks.lazy.map(\.content) where rows.list.id == list { return rows }
        return nil
    }

    /// Returns the block with the rows of a list.
    func block(of list: String) -> Block? {
        blocks.first { if case .rows(let rows) = $0.content { rows.list.id == list } else { false } }
    }

    /// Returns the number of the first row of a list.
    func firstRow(of list: String) -> Int? {
        for case .rows(let rows) in blocks.lazy.map(\.content) where rows.list.id == list && rows.rowCount > 0 {
            return rows.firstRow
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
}
