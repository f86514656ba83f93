import FeatureKit
import Interaction

// Finds the rows that have just changed, so that the view can mark them for a moment.

extension InteractivePage {
    /// How long a changed row is marked.
    static let markLifetime = Duration.seconds(3)
    /// The greatest distance, in rows, at which a row is looked for among the rows before the change.
    private static let reach = 200

    /// Marks the rows in sight that have changed or come since an earlier frame.
    ///
    /// Rows that a person has asked for, by searching or by loading more of them, are not marked.
    mutating func markChanges(since earlier: Screen, _ layout: PageLayout) {
        marks.show(changes(since: earlier, layout), revision: revision, during: calls.values.map(\.change))
    }

    private func changes(since earlier: Screen, _ layout: PageLayout) -> Set<ChangeMarks.Mark> {
        var marks: Set<ChangeMarks.Mark> = []
        guard !earlier.phase.isLoading, earlier.address == screen.address,
            browsing(earlier) == browsing(screen)
        else { return marks }
        for line in linesInSight {
            guard let number = self.layout.row(onLine: line), let place = self.layout.place(of: number) else {
                continue
            }
            let (list, row) = (place.rows.list, place.rows[place.index])
            guard let before = layout.rows(of: list.id), before.rowCount > 0 else { continue }
            let index = number - place.rows.firstRow
            let isMore = before.list.more != nil && index >= before.rowCount
            let old = before.row(row.id, near: index, within: Self.reach)
            if old != row, !isMore { marks.insert(ChangeMarks.Mark(list: list.id, row: row.id)) }
        }
        return marks
    }

    /// The columns that order the lists.
    static func orders(_ screen: Screen) -> [[ListElement.Column.Direction?]] {
        screen.lists.map { $0.columns?.map(\.sorted) ?? [] }
    }

    /// The values of the forms with which a person browses.
    func browsing(_ screen: Screen) -> [[String: FieldValue]] {
        screen.forms.filter(manifest.actions.browse).map(\.values)
    }

    /// The values of ``browsing(_:)`` that select rows.
    func searching(_ screen: Screen) -> [[String: FieldValue]] {
        screen.forms.filter(manifest.actions.browse).map { form in
            let orders = manifest.action(named: form.action)?.orderNames ?? []
            return form.values.filter { !orders.contains($0.key) }
        }
    }
}

extension RowsLayout {
    /// Returns the row with an id, if its index differs from another index by a limited number.
    fileprivate func row(_ id: String, near index: Int, within reach: Int) -> Row? {
        let range = max(0, min(rowCount, index - reach))..<min(rowCount, index + reach)
        return range.lazy.map { self[$0] }.first { $0.id == id }
    }
}
