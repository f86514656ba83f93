import Dispatch
public import FeatureKit
import Synchronization

/// A store in memory, for tests and for trial runs.
///
/// It is the simplest implementation of the store contract. It keeps the newest 10,000 entries of a collection's history at
/// least.
public final class MemoryRecordStore: RecordStore {
    private struct State {
        var collections: [String: MemoryCollection] = [:]
        var history = MemoryHistory()
        var declarations: [String: CollectionDeclaration] = [:]

        subscript(collection: String) -> MemoryCollection {
            get { collections[collection] ?? MemoryCollection() }
            _modify { yield &collections[collection, default: MemoryCollection()] }
        }

        /// Applies a batch, and notes it in the history.
        mutating func write(_ batch: [CollectionWrites], _ logLimit: Int) throws(StorageError) -> [[StoredRow]] {
            // A copy of a collection costs as much as the collection has rows, so a single one is not kept.
            let hasReferences = declarations.contains { !$0.value.references.isEmpty }
            let earlier = batch.count > 1 || hasReferences ? collections : nil
            var written: [(collection: String, rows: [StoredRow], history: [HistoryEntry])] = []
            do throws(StorageError) {
                var (next, all) = (batch, [CollectionWrites]())
                // Rows that name a removed row are written in a round of their own, and so on.
                repeat {
                    all += next
                    for part in next {
                        let (rows, history) = try self[part.collection].write(
                            part.writes, isOfMany: all.isOfMany, logLimit: logLimit)
                        written.append((part.collection, rows, history))
                    }
                    next = try referrers(to: next.removed).writes
                } while !next.isEmpty
                for part in all { try verifyReferences(of: part.writes.compactMap(\.row), in: part.collection) }
            } catch {
                if let earlier { collections = earlier }
                throw error
            }
            history.add(written.map { ($0.collection, $0.history) }, by: .current)
            return written.prefix(batch.count).map(\.rows)
        }

        /// Returns the rows that name removed rows.
        ///
        /// - Throws: `StorageError` if the removal is refused.
        private func referrers(
            to removed: [(collection: String, ids: [String])]
        ) throws(StorageError) -> [Referrer] {
            var referrers: [Referrer] = []
            for (target, ids) in removed {
                let gone = Set(ids.filter { collections[target]?.row($0) == nil })
                for (source, declaration) in declarations.sorted(by: { $0.key < $1.key }) {
                    for reference in declaration.references where reference.target == target {
                        let found = collections[source]?.rows(naming: gone, in: reference.field) ?? []
                        guard let first = found.first else { continue }
                        if reference.onDelete == .refuse {
                            let id = first.row.values[reference.field]?.description ?? ""
                            let own = found.filter { $0.row.values[reference.field]?.description == id }
                            var broken = BrokenReference(
                                field: reference.field, source: source, target: target, targetID: id)
                            broken.count = own.count
                            broken.titles = own.prefix(BrokenReference.titleLimit).map {
                                declaration.title(of: $0.row)
                            }
                            throw .inUse(broken)
                        }
                        guard referrers.count + found.count <= Referrer.limit else {
                            throw .tooManyReferrers(of: ids[0], in: target)
                        }
                        referrers += found.map { row, key in
                            Referrer(
                                of: source, RowInsert(id: row.id, values: row.values, uniqueKey: key),
                                revision: row.revision, field: reference.field, rule: reference.onDelete)
                        }
                    }
                }
            }
            return referrers
        }

        /// Throws an error if one of the rows names a row that does not exist.
        private func verifyReferences(of rows: [RowInsert], in collection: String) throws(StorageError) {
            for reference in declarations[collection]?.references ?? [] {
                for row in rows {
                    guard case .text(let id) = row.values[reference.field],
                        collections[reference.target]?.row(id) == nil,
                        // A later write of the batch, or a removal, may have replaced the value.
                        collections[collection]?.row(row.id)?.values[reference.field] == .text(id)
                    else { continue }
                    throw .missing(
                        BrokenReference(
                            field: reference.field, source: collection, target: reference.target, targetID: id),
                        in: row.id)
                }
            }
        }

        /// Inserts many rows, which have one entry in the history.
        mutating func fill(
            _ collection: String, with inserts: [RowInsert], by running: RunningAction?, _ logLimit: Int
        ) throws(StorageError) {
            let earlier = declarations[collection]?.references.isEmpty ?? true ? nil : collections
            let written = try self[collection].write(
                inserts.map { .insert($0) }, isOfMany: true, logLimit: logLimit)
            do throws(StorageError) { try verifyReferences(of: inserts, in: collection) } catch {
                if let earlier { collections = earlier }
                throw error
            }
            self[collection].isFilled = true
            history.add([(collection, written.history)], by: running)
        }
    }

    private let state: Mutex<State>
    private let hints = HintBoard()
    private let logLimit: Int

    /// Creates an empty store.
    ///
    /// - Parameter logLimit: The maximum number of changes in the log of a collection.
    public init(logLimit: Int = 10_000) {
        self.logLimit = logLimit
        state = Mutex(State())
    }

    /// Creates an independent copy of a store.
    ///
    /// The rows are copied only when one of the two stores is written to.
    public init(copying other: MemoryRecordStore) {
        logLimit = other.logLimit
        state = Mutex(other.state.withLock(\.self))
    }

    /// Inserts rows synchronously and sends no hint.
    ///
    /// Call this method before the store has followers.
    func add(_ inserts: [RowInsert], to collection: String) throws(StorageError) {
        let writes = inserts.map { RowWrite.insert($0) }
        _ = try state.withLock { state throws(StorageError) in
            try state[collection].write(writes, isOfMany: true, logLimit: logLimit)
        }
    }

    /// Returns the first rows synchronously.
    func read(_ collection: String, limit: Int) -> StoredPage {
        state.withLock { $0[collection].page(after: nil, limit: limit) }
    }

    /// Returns a page of a collection's rows in the order of their insertion.
    public func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
        try Task.checkCancellation()
        return state.withLock { $0[collection].page(after: cursor, limit: limit) }
    }

    /// Returns a page of the rows that a query selects, in the order of the query.
    public func page(
        of collection: String, matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
    ) async throws -> StoredPage {
        try Task.checkCancellation()
        try query.verify(cursor)
        // Read a copy, so that a long scan blocks no other caller.
        let collection = state.withLock { state in
            if query.needsIndex { state[collection].use(query.index) }
            return state[collection]
        }
        return collection.page(matching: query, after: cursor, limit: limit)
    }

    /// Counts the rows of a collection that a query selects.
    public func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount {
        try Task.checkCancellation()
        let collection = state.withLock { state in
            if let query { state[collection].use(query.index) }
            return state[collection]
        }
        return collection.count(matching: query)
    }

    /// Returns the rows with the given keys.
    public func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
        try Task.checkCancellation()
        return state.withLock { state in ids.compactMap { state.collections[collection]?.row($0) } }
    }

    /// Writes a batch atomically.
    @discardableResult
    public func write(_ batch: [CollectionWrites]) async throws -> [[StoredRow]] {
        try Task.checkCancellation()
        let rows = try state.withLock { try $0.write(batch, logLimit) }
        hints.send()
        return rows
    }

    /// Writes rows if the collection was never filled before.
    @discardableResult
    public func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
        try Task.checkCancellation()
        let isFirst = try state.withLock { state in
            guard !state[collection].isFilled else { return false }
            try state.fill(collection, with: inserts, by: nil, logLimit)
            return true
        }
        if isFirst { hints.send() }
        return isFirst
    }

    /// Appends any number of rows as one atomic batch.
    ///
    /// Calls `next` until it returns no rows, and only then inserts the rows. A slow source therefore blocks no other
    /// caller.
    @discardableResult
    public func load(
        into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]
    ) async throws -> Int {
        try Task.checkCancellation()
        let inserts = try await Self.all(next)
        try state.withLock { try $0.fill(collection, with: inserts, by: .current, logLimit) }
        hints.send()
        return inserts.count
    }

    /// Calls `next` until it returns no rows, on a thread that may block.
    ///
    /// Stops if the task is cancelled.
    private static func all(_ next: @escaping @Sendable () throws -> [RowInsert]) async throws -> [RowInsert] {
        let isCancelled = Mutex(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // Use a separate queue. The global queues have few threads, and tasks need these threads too.
                DispatchQueue(label: "MemoryRecordStore.load").async {
                    continuation.resume(
                        with: Result {
                            var inserts: [RowInsert] = []
                            while case let more = try next(), !more.isEmpty {
                                if isCancelled.withLock(\.self) { throw CancellationError() }
                                inserts += more
                            }
                            return inserts
                        })
                }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    /// Returns the changes of a collection after a token, from the oldest to the newest.
    public func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges {
        try Task.checkCancellation()
        return state.withLock { $0[collection].changes(after: token, limit: limit) }
    }

    /// Returns entries of a collection's history, from the newest to the oldest.
    public func history(
        of collection: String, matching selection: HistorySelection, limit: Int
    ) async throws -> [HistoryEntry] {
        try Task.checkCancellation()
        // Search a copy, so that a long history blocks no other caller.
        return state.withLock(\.history).entries(of: collection, matching: selection, limit: limit)
    }

    /// Removes the oldest entries of a collection's history.
    @discardableResult
    public func trimHistory(of collection: String, before instant: Instant) async throws -> Int {
        state.withLock { $0.history.trim(collection, before: instant) }
    }

    /// Keeps the declaration of a collection.
    public func declare(_ declaration: CollectionDeclaration, of collection: String) async throws {
        try state.withLock { state in
            state.declarations[collection] = try declaration.added(to: state.declarations[collection])
        }
    }

    /// Returns the declarations of all collections.
    public func declarations() async throws -> [String: CollectionDeclaration] { state.withLock(\.declarations) }

    /// Returns a sequence of hints that the log may have grown.
    public func changeHints() -> AsyncStream<Void> { hints.follow() }

    /// Returns the number of all changes.
    public func version() async throws -> Int? {
        Int(state.withLock { $0.collections.values.reduce(0) { $0 + $1.lastNumber } })
    }
}
