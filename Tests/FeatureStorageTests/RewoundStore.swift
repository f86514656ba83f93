import FeatureStorage
import FeatureTesting
import Synchronization

/// A store that a test can set back in time.
///
/// The store's pages then show an earlier state, as a restored backup or a lagging replica would.
final class RewoundStore: ForwardingStore {
    let base: any RecordStore
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
}
