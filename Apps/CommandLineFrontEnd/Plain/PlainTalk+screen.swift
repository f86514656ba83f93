import FeatureKit

extension PlainTalk {
    /// Returns the screen as lines in reading order.
    ///
    /// The title and the state come first. The elements follow, each list with its choices. The remaining choices come
    /// last.
    mutating func screenLines() -> [StyledLine] {
        page.firstRow = min(page.firstRow, max(0, page.rowCount - 1))
        for (list, row) in shownRows { _ = number(.row(list: list.id, id: row.id)) }
        let numbered = choices.map { choice in (choice.key.map { number($0) } ?? 0, choice.line) }
        let shown = shownRows.compactMap { list, row in page.numbers[.row(list: list.id, id: row.id)] }
        let width = String(max(shown.max() ?? 0, numbered.map(\.0).max() ?? 0)).count
        var phase = screen.phase
        if case .failed(let message, _) = phase { phase = .failed(message: message) }
        let heading = Screen(title: screen.title, summary: screen.summary, tone: screen.tone, phase: phase)
        let lines = screen.elements.flatMap { self.lines(of: $0, width: width) }
        return [StyledLine()] + text.lines(of: heading) + lines + Self.lines(of: numbered, width: width)
    }

    private var text: ScreenText {
        var text = ScreenText(command: { _, _ in "" }, linkCommand: { _ in "" }, actions: actions)
        text.width = view.width
        return text
    }

    /// Returns the lines of an element, without its choices.
    ///
    /// - Parameter width: The width of the numbers of rows.
    mutating func lines(of element: Element, width: Int = 1) -> [StyledLine] {
        switch element {
        case .list(let list): return lines(of: list, width: width)
        case .section(let section):
            let heading = section.title.map { [StyledLine(), StyledLine($0, .bold)] } ?? []
            return heading + section.elements.flatMap { lines(of: $0, width: width) }
        case .unknown(let unknown):
            let said = unknown.shownText.map { [StyledLine(), StyledLine("  \($0)")] } ?? []
            return said + unknown.elements.flatMap { lines(of: $0, width: width) }
        case .link(let link) where link.opens.webAddress == nil:
            // The link is one of the choices.
            return []
        case .text, .fields, .form, .placeholder, .progress, .chart, .image, .drawing, .link:
            let said = text.lines(of: Screen(tone: screen.tone, phase: .ready, elements: [element]))
            return said.isEmpty ? [] : [StyledLine()] + said
        }
    }

    /// Returns the heading and the shown rows of a list.
    mutating func lines(of list: ListElement, width: Int = 1) -> [StyledLine] {
        let shown = shownPart(of: list)
        guard !shown.isEmpty else {
            guard list.rows.isEmpty, !screen.phase.isLoading, let hint = list.hint else { return [] }
            return [StyledLine(), StyledLine("  \(hint)", .dim)]
        }
        let rows = list.rows[shown].map { row in
            let mark = page.ticks.contains(row.id, in: list.id) ? " (ticked)" : ""
            return (number(.row(list: list.id, id: row.id)), list.line(of: row) + StyledLine(mark))
        }
        let follows = shown.upperBound < list.rows.count || list.more?.enabled == true
        let ways = [
            follows ? "Type more for the next rows." : nil,
            shown.lowerBound > 0 ? "Type previous for the rows before." : nil,
        ]
        return [heading(of: list)] + Self.lines(of: rows, width: width)
            + ways.compactMap { $0 }.map { StyledLine($0, .dim) }
    }

    /// Returns the heading of a list: the range of the shown rows, the number of all rows and the sort order.
    func heading(of list: ListElement) -> StyledLine {
        let (shown, all) = (shownPart(of: list), list.rows.count)
        let apart = list.total?.apart ?? 0
        let range =
            apart > 0
            ? list.numbers(of: shown).replacing("–", with: " to ")
            : "\(shown.lowerBound + 1)" + (shown.count == 1 ? "" : " to \(shown.upperBound)")
        var words = shown.count == 1 ? "row \(range)" : "rows \(range)"
        if let total = list.total, !total.exact || total.count != all {
            words += " of \(total.words)" + (shown.count == all ? "" : ", \(all) loaded")
        } else if shown.count == all {
            words = all == 1 ? "1 row" : "\(all) rows"
        } else {
            words += " of \(all)"
        }
        if let column = list.columns?.first(where: { $0.sorted != nil }) {
            words += ", sorted by \(column.title)" + (column.sorted == .down ? ", descending" : "")
        }
        return StyledLine(words, .dim)
    }

    /// Formats numbered lines.
    ///
    /// - Parameter width: The minimum width of a number.
    static func lines(of numbered: [(number: Int, line: StyledLine)], width: Int) -> [StyledLine] {
        numbered.map { number, line in
            StyledLine(String(repeating: " ", count: max(0, width - String(number).count)) + "\(number). ") + line
        }
    }
}
