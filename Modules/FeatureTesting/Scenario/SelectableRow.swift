import FeatureKit

/// A row of a list, and the action that selects the row.
struct SelectableRow {
    let row: Row
    let action: String

    /// Returns the row with the given id or title from a list whose rows can be selected.
    ///
    /// - Throws: ``ScenarioFailure`` if no row or several rows match.
    static func find(_ reference: String, in id: String?, on frame: Frame?) throws(ScenarioFailure) -> SelectableRow {
        let lists = (frame?.screen.lists ?? []).filter { $0.select != nil && (id == nil || $0.id == id) }
        let found = lists.flatMap { list in
            list.rows.filter { $0.id == reference || $0.title == reference }
                .map { SelectableRow(row: $0, action: list.select ?? "") }
        }
        // Search by id first: an id is unique in its list, but a title need not be unique.
        let meant = found.filter { $0.row.id == reference }.first.map { [$0] } ?? found
        guard let first = meant.first else { throw .noSelectableRow(reference, list: id, among: lists, frame) }
        guard meant.count == 1 else { throw .severalRows(reference, meant.map(\.row), frame) }
        return first
    }
}
