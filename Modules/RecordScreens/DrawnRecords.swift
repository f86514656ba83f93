import FeatureKit
import FeatureStorage

/// What ``RecordPlaces`` asks of a ``LiveRecords``, whatever the type of its records is.
protocol DrawnRecords: AnyObject {
    var place: RecordPlace { get }
    var shownID: String? { get }
    var isMissing: Bool { get }
    var isLoaded: Bool { get }
    var isShownRecordDeleted: Bool { get }
    /// The values of the record that is shown alone; `nil` if there is no such record.
    var shownValues: [String: FieldValue]? { get }
    /// The arguments that identify the record which is shown alone, and its revision; `nil` if there is no such record.
    var shownIdentity: [String: FieldValue]? { get }
    var fields: [FieldDescription] { get }
    /// The plural noun for the records.
    var name: String { get }
    var query: RecordQuery? { get }
    /// The records of the list that do not fit.
    var misfits: [Misfit] { get }
    /// The record that is shown alone, if it does not fit.
    var shownMisfit: Misfit? { get }
    var showsMisfits: Bool { get set }
    var showsHistory: Bool { get set }
    var history: [HistoryEntry] { get }
    /// The entries of ``history`` with titles in place of the keys of other records, for sentences.
    var worded: [HistoryEntry] { get }
    var hasOlderHistory: Bool { get }
    /// The action that loads older entries of the history.
    var more: Action? { get }
    var historyTitles: [String: String] { get }
    var total: RecordCount? { get }
    /// The number of own new records at the end of the list, before which further records are not loaded.
    var apartCount: Int { get }
    /// Whether the list has several pages.
    var isLong: Bool { get }

    /// What is wrong with the filters of the list, by the field.
    var filterProblems: [String: String] { get }

    func relate(to all: [Related]) throws
    func relatedRecords(_ related: Related) -> (any RelatedRecords)?
    func shownValues(_ values: [String: FieldValue]) -> [String: FieldValue]
    func link(of field: FieldDescription, _ value: FieldValue?) -> FeatureLink?
    func recount() async
    func browse(_ query: RecordQuery?, then change: () -> Void) async throws
    func show(_ place: RecordPlace) async
    func neighbour(of id: String?, isNext: Bool) async throws -> String?
    func countChanges() -> ChangeFeed<Void>?

    /// Links the rows of shown records by the options that all sessions share: the keys of the records.
    func link(_ rows: inout [Row], to feature: String)
}

extension LiveRecords: DrawnRecords {
    var shownValues: [String: FieldValue]? { shownRecord?.values ?? shownMisfit?.values }
    var shownIdentity: [String: FieldValue]? { shownRecord?.arguments ?? shownMisfit?.arguments }
    var fields: [FieldDescription] { R.fields.map(\.description) }
    var worded: [HistoryEntry] {
        history.map { entry in
            var entry = entry
            (entry.before, entry.after) = (shownValues(entry.before), shownValues(entry.after))
            return entry
        }
    }
    var apartCount: Int { list?.ownInserts.count ?? 0 }
    var isLong: Bool { list.map { $0.hasMore || $0.records.count > RecordCollection<R>.pageSize } ?? false }

    func link(_ rows: inout [Row], to feature: String) {
        // The rows are most likely in the order of the records.
        for (index, record) in (list?.records ?? []).enumerated() where index < rows.count {
            guard rows[index].opens == nil, rows[index].id == record.id else { continue }
            rows[index].opens = FeatureLink(feature: feature, options: record.identity)
        }
    }
}
