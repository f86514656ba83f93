import FeatureStorage
import FeatureTesting
import Synchronization

/// A store that counts its operations.
///
/// A test can make the operations wait or fail.
final class CountingStore: ForwardingStore {
    struct Counts: Equatable {
        var pages = 0
        var changes = 0
        var writes = 0
        var fills = 0
    }

    struct Failure: Error, CustomStringConvertible {
        let description = "out of order"
    }

    let base: any RecordStore
    private let state = Mutex((counts: Counts(), isFailing: false))
    /// Each read of a page waits at this latch before it returns the page.
    let latch: Latch?

    init(_ base: any RecordStore = MemoryRecordStore(), latch: Latch? = nil) {
        (self.base, self.latch) = (base, latch)
    }

    var counts: Counts { state.withLock(\.counts) }

    func setFailing(_ isFailing: Bool) { state.withLock { $0.isFailing = isFailing } }

    private func count(_ what: WritableKeyPath<Counts, Int>) throws {
        try state.withLock { state in
            state.counts[keyPath: what] += 1
            if state.isFailing { throw Failure() }
        }
    }

    func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
        try count(\.pages)
        let page = try await base.page(of: collection, after: cursor, limit: limit)
        // A follower first reads a page with one row. Only longer pages wait.
        if limit > 1 { await latch?.wait() }
        return page
    }

    func write(_ batch: [CollectionWrites]) async throws -> [[StoredRow]] {
        try count(\.writes)
        return try await base.write(batch)
    }

    func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
        try count(\.fills)
        return try await base.fillOnce(collection, with: inserts)
    }

    func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges {
        try count(\.changes)
        return try await base.changes(in: collection, after: token, limit: limit)
    }
}
