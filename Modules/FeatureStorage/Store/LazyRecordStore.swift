import Dispatch
import Synchronization

/// A store that is opened by the first who uses it, on a thread that may wait: opening can meet a lock.
///
/// An opening that fails is tried again by the next use.
package final class LazyRecordStore: RecordStore {
    private let make: @Sendable () throws -> any RecordStore
    private let clock: any Clock<Duration>
    private let opened = Mutex<(any RecordStore)?>(nil)
    /// Openings take turns, so that there is one store.
    private let queue = DispatchQueue(label: "LazyRecordStore")

    /// Creates a store that is not open yet.
    ///
    /// - Parameters:
    ///   - clock: Measures the pauses between openings, while somebody follows a store that cannot be opened.
    ///   - open: Opens it; called off Swift's own threads.
    package init(
        clock: any Clock<Duration> = ContinuousClock(), open make: @escaping @Sendable () throws -> any RecordStore
    ) {
        (self.clock, self.make) = (clock, make)
    }

    /// Returns rows of a collection in the order of their insertion.
    package func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
        try await store().page(of: collection, after: cursor, limit: limit)
    }

    /// Returns the rows of these keys that are there.
    package func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
        try await store().rows(of: collection, ids: ids)
    }

    /// Writes a batch as a whole or not at all.
    @discardableResult
    package func write(_ writes: [RowWrite], to collection: String) async throws -> [StoredRow] {
        try await store().write(writes, to: collection)
    }

    /// Writes rows into a collection that was never filled before.
    @discardableResult
    package func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
        try await store().fillOnce(collection, with: inserts)
    }

    /// Adds rows at the end as one batch, however many.
    package func load(
        into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]
    ) async throws -> Int {
        try await store().load(into: collection, next)
    }

    /// Returns what changed in a collection after a token, oldest first.
    package func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges {
        try await store().changes(in: collection, after: token, limit: limit)
    }

    /// Returns a sequence of hints that the log may have grown.
    ///
    /// Until the store is open there is the first hint alone: who reads the log after it opens the store, or learns why it
    /// cannot be opened and tries again.
    package func changeHints() -> AsyncStream<Void> {
        if let store = opened.withLock(\.self) { return store.changeHints() }
        let (hints, follower) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        follower.yield()
        // Keeps the store no longer than it takes to open it: hints end with it.
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

    /// Opens the store and sees that it can be read and written.
    package func verify() async throws { try await store().verify() }

    /// Closes the store if it was opened.
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
