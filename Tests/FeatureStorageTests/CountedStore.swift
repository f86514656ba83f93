import FeatureStorage
import FeatureTesting
import Synchronization

/// A store that records the counted queries.
final class CountedStore: ForwardingStore {
    let base: any RecordStore = MemoryRecordStore()
    private let asked = Mutex<[RecordQuery?]>([])

    /// Returns the counted queries since the last call.
    func taken() -> [RecordQuery?] {
        asked.withLock { asked in
            defer { asked = [] }
            return asked
        }
    }

    func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount {
        asked.withLock { $0.append(query) }
        return try await base.count(of: collection, matching: query)
    }
}
