import Synchronization

/// Records that belong to one launch alone: a copy of the sample, of a file, or nothing.
final class OwnRecords<R: Record>: Sendable {
    /// What a launch begins with.
    enum Beginning: Sendable {
        /// Rows and their first page, which all launches share until they change something.
        case shared(MemoryRecordStore, RecordPage<R>)
        /// A file, which is read at each load.
        case file(any RecordFile)

        /// No records.
        static var nothing: Beginning {
            .shared(MemoryRecordStore(), RecordPage(records: [], next: nil, token: ChangeToken(number: 0)))
        }

        /// Puts records into memory.
        init(_ records: [R]) throws {
            let store = MemoryRecordStore()
            try store.add(records.map { RowInsert($0) }, to: R.collection)
            self = .shared(store, try RecordPage(store.read(R.collection, limit: RecordCollection<R>.pageSize)))
        }
    }

    private let beginning: Beginning
    private let current = Mutex<RecordCollection<R>?>(nil)

    init(_ beginning: Beginning) {
        self.beginning = beginning
    }

    /// Returns records; the first page of a file is that of the file as it is now.
    func page(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<R> {
        switch beginning {
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

    /// The records to read single ones of and to change.
    var collection: RecordCollection<R> {
        current.withLock { current in
            if let current { return current }
            let store: MemoryRecordStore =
                if case .shared(let store, _) = beginning { MemoryRecordStore(copying: store) } else {
                    MemoryRecordStore()
                }
            let collection = RecordCollection<R>(store: store)
            current = collection
            return collection
        }
    }
}
