import FeatureKit
import Synchronization

/// Keeps what the launches of a process share of one kind of record.
///
/// All sessions on the store share one live collection, and all that begin with the sample share one copy until they
/// change it. Nothing is opened before a launch asks for it.
final class RecordKeeper<R: Record>: Sendable {
    private struct Shared {
        var stored: RecordCollection<R>?
        var sample: OwnRecords<R>.Beginning?
    }

    private let shared = Mutex(Shared())

    /// Returns the records that a launch works on.
    func records(for options: Options, _ resources: RecordResources) throws -> Records<R> {
        let origin: Records<R>.Origin =
            switch try options[RecordSource.option] {
            case .stored: .shared(try stored(resources))
            case .sample: .own(OwnRecords(try sampleBeginning()))
            case .empty: .own(OwnRecords(.nothing))
            case .file(let path): .own(OwnRecords(.file(try resources.files.open(path))))
            }
        return Records(
            origin, latency: try options[RecordSource.latencyOption], clock: resources.clock, makeID: resources.makeID)
    }

    private func stored(_ resources: RecordResources) throws -> RecordCollection<R> {
        try shared.withLock { shared in
            if let stored = shared.stored { return stored }
            do {
                let stored = RecordCollection(store: try resources.store(), sample: R.sample, clock: resources.clock)
                shared.stored = stored
                return stored
            } catch let error as StorageError {
                throw FeatureError(.serviceUnavailable, error.message)
            }
        }
    }

    private func sampleBeginning() throws -> OwnRecords<R>.Beginning {
        try shared.withLock { shared in
            if let beginning = shared.sample { return beginning }
            let beginning = try OwnRecords<R>.Beginning(R.sample)
            shared.sample = beginning
            return beginning
        }
    }
}
