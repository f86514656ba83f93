import FeatureKit

// Loads further rows until a row is among them: the last one, the row that had the cursor before the search changed, or the
// row of the record that the person comes from.

extension InteractivePage {
    /// A row that the page loads further rows to reach.
    struct Seeking: Sendable {
        /// The row and its line, counted from the first visible one; `nil` for the last row.
        var row: (place: Selection, line: Int)?
        /// The number of rows at which the page stops.
        let limit: Int
    }

    /// The number of rows that one press of a key loads at most.
    private static let longestSeek = 2_000

    /// The number of rows that the way back from a record loads at most.
    private static let longestReturn = 500

    /// Whether the last list has more rows than are loaded.
    private var canSeekLast: Bool { filter.isEmpty && layout.lists.last?.more != nil }

    /// Selects the last loaded row, and each further last row while more rows are loaded.
    mutating func seekLastRow() {
        if canSeekLast { seeking = Seeking(limit: totalRowCount + Self.longestSeek) }
        moveSelection(to: layout.rowCount - 1)
    }

    /// Moves the cursor to the row of the record that the person has left, if the page shows a list with this row.
    ///
    /// If the row may be among the first ``longestReturn`` rows, loads them until it comes.
    mutating func selectLeft() {
        guard let left, place != left, screen.phase == .ready, returning == nil, !layout.lists.isEmpty else { return }
        self.left = nil
        for list in layout.lists {
            guard let row = list.rows.first(where: { $0.opens?.place(in: manifest) == left }) else { continue }
            guard row.id != selection?.id, let number = layout.number(ofRow: row.id, in: list.id, near: 0) else {
                return
            }
            return moveSelection(to: number)
        }
        guard case .launch(manifest.id, let options) = left,
            let id = manifest.options.name(of: .row).flatMap({ options[$0] }),
            let list = layout.lists.first(where: { $0.more != nil }), list.rows.count < Self.longestReturn
        else { return }
        seek((Selection(list: list.id, id: id.description, number: 0), height / 2), upTo: Self.longestReturn)
    }

    /// Ends the loading of further rows.
    mutating func endSeeking() { (seeking, keepsRow) = (nil, false) }

    /// The row to seek if the search has changed; `nil` if the cursor goes to the first row then.
    var keptRow: (place: Selection, line: Int)? {
        if let row = seeking?.row { return row }
        guard keepsRow, let selection else { return nil }
        return (selection, (selectedLine ?? top) - top)
    }

    /// Begins to load rows until a row is among them.
    ///
    /// - Parameter limit: The number of rows at which the page stops; `nil` for as many as a press of a key loads.
    mutating func seek(_ row: (place: Selection, line: Int), upTo limit: Int? = nil) {
        keepsRow = false
        askedForMore = [:]
        seeking = Seeking(row: row, limit: limit ?? totalRowCount + Self.longestSeek)
    }

    /// Selects the row that the page seeks, if a frame has it.
    mutating func followSeeking() {
        guard let seeking else { return }
        if let (place, line) = seeking.row {
            let number = layout.number(ofRow: place.id, in: place.list, near: place.number)
            if let number {
                select(number)
                scroll(to: (selectedLine ?? 0) - line)
                keepSelectionInSight()
            }
            let hasMore = filter.isEmpty && layout.lists.contains { $0.id == place.list && $0.more != nil }
            if number != nil || !hasMore || totalRowCount >= seeking.limit { self.seeking = nil }
        } else {
            moveSelection(to: layout.rowCount - 1)
            if !canSeekLast || totalRowCount >= seeking.limit { self.seeking = nil }
        }
    }

    /// Returns whether the page wants more rows of a list now.
    ///
    /// - Parameter isInSight: Whether the end of the list is visible.
    func wantsMore(of list: ListElement, isInSight: Bool) -> Bool {
        guard let seeking else { return isInSight }
        let isWanted = seeking.row.map { $0.place.list == list.id } ?? isInSight
        return isWanted && list.rows.count < seeking.limit
    }
}
