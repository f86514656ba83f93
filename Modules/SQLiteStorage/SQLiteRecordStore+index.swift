import FeatureStorage
import GRDB

extension SQLiteRecordStore {
    /// Reads with the current index of a collection, if the query needs an index.
    ///
    /// If the index is missing or not current, builds it or brings it up to date, and reads again. Between the two, another
    /// query can build another index, and an older program can write. Each of them can do this again and again, so the
    /// number of attempts is limited.
    ///
    /// - Throws: `StorageError` with the code `unavailable` if the index is never current; any error of `body`.
    func answer<T: Sendable>(
        _ query: RecordQuery?, in name: String,
        _ body: @escaping @Sendable (SQLiteCollection?, SQLiteIndex?, Database) throws -> T
    ) async throws -> T {
        let needed = query.flatMap { $0.needsIndex ? $0.index : nil }
        let isScan = query.map { !$0.selectsAll } ?? false
        for attempt in 0...RecordIndex.updateLimit {
            let answer = try await read(isScan: isScan) { db -> T? in
                guard let collection = try SQLiteCollection(name, in: db) else { return try body(nil, nil, db) }
                let index = try needed.map { try SQLiteIndex($0, of: collection.key) }
                guard try index?.isCurrent(collection.indexStamp, in: db) ?? true else { return nil }
                return try body(collection, index, db)
            }
            if let answer { return answer }
            if let needed, attempt < RecordIndex.updateLimit { try await update(needed, of: name) }
        }
        throw StorageError.indexIsContended(path)
    }

    /// Builds an index or brings it up to date.
    ///
    /// Waits for a process that builds the index, as each write waits for other writes. After a build, moves the
    /// write-ahead log into the file, because it contains a whole index.
    ///
    /// - Parameters:
    ///   - index: The index; `nil` for the index that the collection has, if any.
    ///   - name: The collection's name.
    func update(_ index: RecordIndex?, of name: String) async throws {
        try identity.verify()
        do {
            while true {
                let progress = try await connections.write { db in
                    guard let collection = try SQLiteCollection(name, in: db),
                        let index = try index.map({ try SQLiteIndex($0, of: collection.key) }) ?? collection.index
                    else { return SQLiteIndex.Progress.current }
                    return try collection.use(index, in: db)
                }
                if progress == .built { await connections.truncateLog() }
                guard progress == .behind else { return }
                // SQLite gives the lock to the first that asks, and a waiting process asks every 5 ms (SQLiteFile).
                try await Task.sleep(for: .milliseconds(10))
            }
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_BUSY: throw StorageError.indexIsBusy(path)
            case .SQLITE_FULL: throw StorageError.indexHasNoRoom(path)
            default: throw explained(error)
            }
        }
    }
}
