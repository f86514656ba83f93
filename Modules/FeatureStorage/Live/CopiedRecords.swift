import Synchronization

/// The private records of one launch: a copy of the sample, a copy of a file, or an empty list.
final class CopiedRecords<R: Record>: Sendable {
    /// The initial records of a launch.
    enum Original: Sendable {
        /// Rows in memory and their first page.
        ///
        /// All launches share these rows. A launch that needs a copy of its own makes one.
        case shared(MemoryRecordStore, RecordPage<R>)
        /// A file. Loads read it again.
        case file(any RecordFile)

        /// No records.
        static var nothing: Original {
            .shared(MemoryRecordStore(), RecordPage(records: [], next: nil, token: ChangeToken(number: 0)))
        }

        /// Copies records into a store in memory.
        init(_ records: [R]) throws {
            let store = MemoryRecordStore()
            try store.add(records.map { RowInsert($0) }, to: R.collection)
            self = .shared(store, try RecordPage(store.read(R.collection, limit: RecordCollection<R>.pageSize)))
        }
    }

    private struct Copy {
        /// The launch's own records; `nil` before the first use.
        var collection: RecordCollection<R>?
        /// Whether the launch has changed the records since they were read.
        var isChanged = false
        /// Whether the launch has loaded the list.
        var isListed = false
    }

    private let original: Original
    private let copy = Mutex(Copy())

    init(_ original: Original) {
        self.original = original
    }

    /// Returns a page of the records that a query selects.
    ///
    /// Reads a file only if no request has read it before, because reading it again drops the launch's changes.
    func page(matching query: RecordQuery, after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<R> {
        if let store = unchangedStore {
            return try RecordPage(
                try await store.page(of: R.collection, matching: query, after: cursor, limit: limit))
        }
        if copy.withLock({ $0.collection == nil }) { try await readFile() }
        return try await collection.page(matching: query, after: cursor, limit: limit)
    }

    /// Counts the records that a query selects.
    func count(matching query: RecordQuery?) async throws -> RecordCount? {
        if let store = unchangedStore { return try await store.count(of: R.collection, matching: query) }
        return try await collection.count(matching: query)
    }

    /// Reads a file again, and drops the launch's changes; does nothing without a file.
    func reload() async throws { try await readFile() }

    /// The rows that all launches share; `nil` if the launch has a copy of its own, or if the source is a file.
    private var unchangedStore: MemoryRecordStore? {
        guard case .shared(let store, _) = original, copy.withLock({ $0.collection == nil }) else { return nil }
        return store
    }

    /// Returns a page of records.
    ///
    /// A request for the first page reads a file again. The first such request keeps the changes that a launch has made
    /// on the page of a record.
    func page(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<R> {
        if case .shared(_, let page) = original, cursor == nil, limit == RecordCollection<R>.pageSize {
            if copy.withLock({ $0.collection == nil }) { return page }
        }
        let keepsChanges = copy.withLock { copy in
            defer { copy.isListed = true }
            return cursor != nil || copy.isChanged && !copy.isListed
        }
        if !keepsChanges { try await readFile() }
        return try await collection.page(after: cursor, limit: limit)
    }

    /// Returns the record with the given key, or `nil` if no record has this key.
    ///
    /// If the source is a file and the launch has not changed its records, this method reads the file again.
    func record(_ id: String) async throws -> Stored<R>? {
        if !copy.withLock(\.isChanged) { try await readFile() }
        return try await collection.record(id)
    }

    /// Returns entries of the history of the launch's own copy.
    func history(matching selection: HistorySelection, limit: Int) async throws -> [HistoryEntry] {
        guard let collection = copy.withLock(\.collection) else { return [] }
        return try await collection.history(matching: selection, limit: limit)
    }

    /// Returns the launch's own copy, for a change.
    func collectionToChange() -> RecordCollection<R> {
        copy.withLock { $0.isChanged = true }
        return collection
    }

    /// Replaces the copy by the records of the file; does nothing without a file.
    private func readFile() async throws {
        guard case .file(let file) = original else { return }
        let store = MemoryRecordStore()
        try store.add(try await file.records(of: R.self).map { RowInsert($0) }, to: R.collection)
        copy.withLock { ($0.collection, $0.isChanged) = (RecordCollection(copy: store), false) }
    }

    /// The launch's own copy.
    private var collection: RecordCollection<R> {
        copy.withLock { copy in
            if let collection = copy.collection { return collection }
            let store: MemoryRecordStore =
                if case .shared(let store, _) = original { MemoryRecordStore(copying: store) } else {
                    MemoryRecordStore()
                }
            let collection = RecordCollection<R>(copy: store)
            copy.collection = collection
            return collection
        }
    }
}
