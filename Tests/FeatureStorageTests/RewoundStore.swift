import FeatureStorage
import Synchronization

/// A store that a test can set back in time.
///
/// The store's pages then show an earlier state, as a restored backup or a lagging replica would.
final class RewoundStore: RecordStore {
    private let base: any RecordStore
    let isRewound = Atomic(false)
    /// The number of reads of a page with the limit seven.
    let reads = Atomic(0)

    init(_ base: any RecordStore) { self.base = base }

    func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
        var page = try await base.page(of: collection, after: cursor, limit: limit)
        if limit == 7 { reads.add(1, ordering: .relaxed) }
        if isRewound.load(ordering: .relaxed) { page.token = ChangeToken(number: 0) }
        return page
    }

    func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
        try await base.rows(of: collection, ids: ids)
    }

    func write(_ writes: [RowWrite], to collection: String) async throws -> [StoredRow] {
        try await base.write(writes, to: collection)
    }

    func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
        try await base.fillOnce(collection, with: inserts)
    }

    func load(into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]) async throws -> Int {
        try await base.load(into: collection, next)
    }

    func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges {
        try await base.changes(in: collection, after: token, limit: limit)
    }

    func changeHints() -> AsyncStream<Void> { base.changeHints() }
}
