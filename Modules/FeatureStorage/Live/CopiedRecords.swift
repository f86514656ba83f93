import Synchronization

/// The private records of one launch: a copy of the sample, a copy of a file, or an empty list.
final class CopiedRecords<R: Record>: Sendable {
    /// The initial records of a launch.
    enum Original: Sendable {
        /// Rows in memory and their first page.
        ///
        /// All launches share these rows. A launch that needs a copy of its own makes one.
        case shared(MemoryRecordStore, RecordPage<R>)
        /// A file. Each load of the first page reads it again.
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

    private let original: Original
    private let current = Mutex<RecordCollection<R>?>(nil)

    init(_ original: Original) {
        self.original = original
    }

    /// Returns a page of records.
    ///
    /// If the source is a file, a request for the first page reads the file again.
    func page(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<R> {
        switch original {
        case .shared(_, let page):
            let isUnchanged = current.withLock { $0 == nil }
            if isUnchanged, cursor == nil, limit == RecordCollection<R>.pageSize { return page }
        case .file(let file):
            guard cursor == nil else { break }
            let fresh = MemoryRecordStore()
            try fresh.add(try await file.records(of: R.self).map { RowInsert($0) }, to: R.collection)
            let collection = RecordCollection<R>(store: fresh)
            current.withLock { $0 = collection }
        }
        return try await collection.page(after: cursor, limit: limit)
    }

    /// Returns the record with the given key, or `nil` if no record has this key.
    ///
    /// If the source is a file that was not read yet, this method reads the file first.
    func record(_ id: String) async throws -> Stored<R>? {
        if case .file = original, current.withLock({ $0 == nil }) {
            _ = try await page(after: nil, limit: RecordCollection<R>.pageSize)
        }
        return try await collection.record(id)
    }

    /// The launch's own copy, used to read single records and to change records.
    ///
    /// It is created at its first use.
    var collection: RecordCollection<R> {
        current.withLock { current in
            if let current { return current }
            let store: MemoryRecordStore =
                if case .shared(let store, _) = original { MemoryRecordStore(copying: store) } else {
                    MemoryRecordStore()
                }
            let collection = RecordCollection<R>(store: store)
            current = collection
            return collection
        }
    }
}
