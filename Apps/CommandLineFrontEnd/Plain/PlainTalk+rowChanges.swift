import FeatureKit

extension PlainTalk {
    /// The largest number of rows that are written as single changes.
    ///
    /// After more changes, the list is written again.
    private static let rowChangeLimit = 10

    /// Returns the words for the changes of a list.
    mutating func lines(
        of list: ListElement, from old: ListElement, edits: [ScreenDiff.ListEdit], _ changes: PlainChanges
    ) -> [StyledLine] {
        var (added, removed, changed, moved): (Set<String>, Set<String>, Set<String>, Set<String>) = ([], [], [], [])
        var isOther = false
        for edit in edits {
            switch edit {
            case .all(let rows):
                let (oldIDs, newIDs) = (Set(old.rows.map(\.id)), Set(rows.map(\.id)))
                removed.formUnion(oldIDs.subtracting(newIDs))
                added.formUnion(newIDs.subtracting(oldIDs))
                isOther = isOther || !oldIDs.isDisjoint(with: newIDs)
            case .remove(let ids): removed.formUnion(ids)
            case .insert(let rows, _): added.formUnion(rows.map(\.id))
            case .alike(let rows, _): added.formUnion(rows.map(\.id))
            case .move(let ids, _): moved.formUnion(ids)
            case .set(let change): changed.insert(change.id)
            case .columns: isOther = isOther || list.columns?.map(\.words) != old.columns?.map(\.words)
            case .more, .total, .select, .selected, .hint: break
            }
        }
        changed = changed.filter { id in
            guard let (before, after) = Self.rows(id, in: old, list) else { return false }
            return before != after
        }
        let count = added.count + removed.count + changed.count + moved.count
        let heading = heading(of: list)
        if isOther || count > Self.rowChangeLimit || changes.isMoved && count > 0 {
            return Array(lines(of: list).drop(while: \.isEmpty))
        }
        var lines = old.rows.filter { removed.contains($0.id) }.map { row in
            let number = page.numbers[.row(list: list.id, id: row.id)].map { "\($0). " } ?? ""
            return StyledLine("\(changes.wordWhenGone()): \(number)") + old.line(of: row)
        }
        for (index, row) in list.rows.enumerated() {
            let event: String
            switch row.id {
            case let id where added.contains(id): event = "Added"
            case let id where moved.contains(id): event = "Moved to row \(index + 1)"
            case let id where changed.contains(id): event = "Changed"
            default: continue
            }
            let number = number(.row(list: list.id, id: row.id))
            lines.append(StyledLine("\(event): \(number). ") + list.line(of: row))
        }
        if list.selected != old.selected {
            let row = list.rows.first { $0.id == list.selected }
            if let row, !added.contains(row.id), !changed.contains(row.id), !moved.contains(row.id) {
                let number = number(.row(list: list.id, id: row.id))
                lines.append(StyledLine("Selected: \(number). ") + StyledLine(list.text(of: row)))
            } else if row == nil {
                lines.append(StyledLine("Nothing is selected."))
            }
        }
        // The number of rows and their order follow the rows.
        let isEmptied = list.rows.isEmpty && list.hint != nil
        if isEmptied, !old.rows.isEmpty || list.hint != old.hint {
            lines.append(StyledLine(list.hint ?? "", .dim))
        } else if !added.isEmpty || !removed.isEmpty || heading != self.heading(of: old) {
            lines.append(heading)
        }
        return lines
    }

    /// Returns the line of a row before and after a change.
    private static func rows(
        _ id: String, in old: ListElement, _ new: ListElement
    ) -> (before: String, after: String)? {
        guard let before = old.rows.first(where: { $0.id == id }), let after = new.rows.first(where: { $0.id == id })
        else { return nil }
        return (old.text(of: before), new.text(of: after))
    }
}

extension ListElement.Column {
    /// What a person hears of the column.
    fileprivate var words: String { "\(content) \(title)" }
}
