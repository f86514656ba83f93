import FeatureKit

extension PlainTalk {
    /// The rows that are written: one page of the rows of all lists.
    var shownRows: ArraySlice<(list: ListElement, row: Row)> {
        page.allRows.dropFirst(page.firstRow).prefix(view.rowsLimit)
    }

    /// Returns the indices of a list's rows that are written.
    func shownPart(of list: ListElement) -> Range<Int> {
        let before = screen.lists.prefix { $0.id != list.id }.reduce(0) { $0 + $1.rows.count }
        let first = min(max(0, page.firstRow - before), list.rows.count)
        return first..<max(first, min(page.firstRow + view.rowsLimit - before, list.rows.count))
    }

    /// Writes the rows after the shown ones, and loads them if necessary.
    mutating func showMoreRows(_ source: any ScreenSource) async throws {
        let (next, before) = (page.firstRow + shownRows.count, page.rowCount)
        if next >= before {
            guard let more = screen.lists.compactMap(\.more).first(where: \.enabled) else {
                return try say([StyledLine("There are no more rows.")])
            }
            do { try await perform(Call(more.action, more.arguments), source) } catch let error as Leaving {
                throw error
            } catch { return try complain(InteractiveState.message(of: error)) }
            try await settle()
            silentAction = nil
            guard page.rowCount > next else { return try say([StyledLine("There are no more rows.")]) }
            // The rows of the first of several lists come before the rows of the next list.
            guard screen.lists.count == 1 else { return }
        }
        page.firstRow = next
        try sayShownRows()
    }

    /// Writes the rows before the shown ones.
    mutating func showPreviousRows() throws {
        guard page.firstRow > 0 else { return try say([StyledLine("These are the first rows.")]) }
        page.firstRow = max(0, page.firstRow - view.rowsLimit)
        try sayShownRows()
    }

    private mutating func sayShownRows() throws {
        let lists = screen.lists
        try say(lists.flatMap { $0.rows.isEmpty ? [] : lines(of: $0) })
        page.told?.setRows(of: lists)
    }
}

extension Screen {
    /// Replaces the lists that have the same ids.
    fileprivate mutating func setRows(of lists: [ListElement]) {
        func replacing(_ elements: [Element]) -> [Element] {
            elements.map { element in
                switch element {
                case .list(let list): return .list(lists.first { $0.id == list.id } ?? list)
                case .section(var section):
                    section.elements = replacing(section.elements)
                    return .section(section)
                default: return element
                }
            }
        }
        elements = replacing(elements)
    }
}
