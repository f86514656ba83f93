package import FeatureStorage

/// A store that forwards its calls to another store, except for those that a test changes.
package protocol ForwardingStore: RecordStore {
    /// The store that answers.
    var base: any RecordStore { get }
}

extension ForwardingStore {
    /// Returns a page of the rows of the other store.
    package func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
        try await base.page(of: collection, after: cursor, limit: limit)
    }

    /// Returns rows of the other store.
    package func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
        try await base.rows(of: collection, ids: ids)
    }

    /// Writes a batch to the other store.
    package func write(_ batch: [CollectionWrites]) async throws -> [[StoredRow]] {
        try await base.write(batch)
    }

    /// Fills a collection of the other store once.
    package func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
        try await base.fillOnce(collection, with: inserts)
    }

    /// Loads rows into the other store.
    package func load(into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]) async throws -> Int
    {
        try await base.load(into: collection, next)
    }

    /// Returns the other store's changes.
    package func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges {
        try await base.changes(in: collection, after: token, limit: limit)
    }

    /// Returns entries of the other store's history.
    package func history(
        of collection: String, matching selection: HistorySelection, limit: Int
    ) async throws -> [HistoryEntry] {
        try await base.history(of: collection, matching: selection, limit: limit)
    }

    /// Returns the other store's hints.
    package func changeHints() -> AsyncStream<Void> { base.changeHints() }
}
