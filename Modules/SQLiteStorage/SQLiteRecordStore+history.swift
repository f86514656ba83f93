public import FeatureKit
public import FeatureStorage

extension SQLiteRecordStore {
    /// Returns entries of a collection's history, from the newest to the oldest.
    public func history(
        of collection: String, matching selection: HistorySelection, limit: Int
    ) async throws -> [HistoryEntry] {
        // Looking for the entries of a person or of a time can take as long as a search.
        try await read(isScan: selection.person != nil || selection.since != nil) { db in
            guard let collection = try SQLiteCollection(collection, in: db) else { return [] }
            return try SQLiteHistory.entries(
                of: collection.key, matching: selection, limit: max(1, limit), in: db)
        }
    }

    /// Removes the oldest entries of a collection's history.
    @discardableResult
    public func trimHistory(of collection: String, before instant: Instant) async throws -> Int {
        try await write { db in
            guard let collection = try SQLiteCollection(collection, in: db) else { return 0 }
            return try SQLiteHistory.trim(collection.key, before: instant, in: db)
        }
    }
}
