import Dispatch
package import FeatureKit
import Synchronization

/// A store that is opened at its first use.
///
/// Opening may wait for a lock, so it runs on a thread that may block.
///
/// If opening fails, the next use of the store tries again.
package final class LazyRecordStore: RecordStore {
    private let make: @Sendable () throws -> any RecordStore
    private let clock: any Clock<Duration>
    private let opened = Mutex<(any RecordStore)?>(nil)
    /// Runs the attempts to open the store one after another, so that the store is opened only once.
    private let queue = DispatchQueue(label: "LazyRecordStore", qos: .userInitiated)

    /// Creates a store without opening it.
    ///
    /// - Parameters:
    ///   - clock: Measures the pause between attempts to open the store while there are followers.
    ///   - open: Opens the store. It runs on a thread that may block.
    package init(
        clock: any Clock<Duration> = ContinuousClock(), open make: @escaping @Sendable () throws -> any RecordStore
    ) {
        (self.clock, self.make) = (clock, make)
    }

    /// Returns a page of a collection's rows in the order of their insertion.
    package func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
        try await store().page(of: collection, after: cursor, limit: limit)
    }

    /// Returns a page of the rows that a query selects.
    package func page(
        of collection: String, matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
    ) async throws -> StoredPage {
        try await store().page(of: collection, matching: query, after: cursor, limit: limit)
    }

    /// Counts the rows of a collection that a query selects.
    package func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount {
        try await store().count(of: collection, matching: query)
    }

    /// Returns the rows with the given keys.
    package func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
        try await store().rows(of: collection, ids: ids)
    }

    /// Writes a batch atomically.
    @discardableResult
    package func write(_ batch: [CollectionWrites]) async throws -> [[StoredRow]] {
        try await store().write(batch)
    }

    /// Writes rows if the collection was never filled before.
    @discardableResult
    package func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
        try await store().fillOnce(collection, with: inserts)
    }

    /// Appends any number of rows as one batch.
    package func load(
        into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]
    ) async throws -> Int {
        try await store().load(into: collection, next)
    }

    /// Returns the changes of a collection after a token, from the oldest to the newest.
    package func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges {
        try await store().changes(in: collection, after: token, limit: limit)
    }

    /// Returns entries of a collection's history, from the newest to the oldest.
    package func history(
        of collection: String, matching selection: HistorySelection, limit: Int
    ) async throws -> [HistoryEntry] {
        try await store().history(of: collection, matching: selection, limit: limit)
    }

    /// Removes the oldest entries of a collection's history.
    package func trimHistory(of collection: String, before instant: Instant) async throws -> Int {
        try await store().trimHistory(of: collection, before: instant)
    }

    /// Keeps the declaration of a collection.
    package func declare(_ declaration: CollectionDeclaration, of collection: String) async throws {
        try await store().declare(declaration, of: collection)
    }

    /// Returns the declarations of all collections.
    package func declarations() async throws -> [String: CollectionDeclaration] { try await store().declarations() }

    /// Returns a sequence of hints that the log may have grown.
    ///
    /// Until the store is open, the sequence contains only the first hint. A caller that then reads the log opens the
    /// store, or receives the error if the store cannot be opened.
    package func changeHints() -> AsyncStream<Void> {
        if let store = opened.withLock(\.self) { return store.changeHints() }
        let (hints, follower) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        follower.yield()
        // Captures the store weakly, so that the hints end when the store is deallocated.
        let forwarding = Task { [weak self, clock] in
            var pause = Duration.milliseconds(100)
            while !Task.isCancelled {
                if let hints = try? await self?.store().changeHints() {
                    for await hint in hints { follower.yield(hint) }
                    return follower.finish()
                }
                guard self != nil, (try? await clock.sleep(for: pause)) != nil else { return follower.finish() }
                pause = min(pause * 2, .seconds(5))
            }
        }
        follower.onTermination = { _ in forwarding.cancel() }
        return hints
    }

    /// Returns the version of the store.
    package func version() async throws -> Int? { try await store().version() }

    /// Opens the store, or checks that the open store can be read and written.
    package func verify() async throws {
        if let store = opened.withLock(\.self) { try await store.verify() } else { _ = try await store() }
    }

    /// Closes the store if it is open.
    package func close() async { await opened.withLock(\.self)?.close() }

    private func store() async throws -> any RecordStore {
        try Task.checkCancellation()
        if let store = opened.withLock(\.self) { return store }
        return try await withCheckedThrowingContinuation { caller in
            queue.async { caller.resume(with: Result { try self.openNow() }) }
        }
    }

    private func openNow() throws -> any RecordStore {
        if let store = opened.withLock(\.self) { return store }
        let store = try make()
        opened.withLock { $0 = store }
        return store
    }
}
