import FeatureKit
import Synchronization

/// Provides the records of one type to all launches of a process.
///
/// All sessions whose source is the store share one live collection. All sessions whose source is the sample share the
/// same rows. A session that changes its records makes its own copy first. The first launch that needs the store opens
/// it.
final class RecordKeeper<R: Record>: Sendable {
    private struct Shared {
        var stored: RecordCollection<R>?
        var sample: CopiedRecords<R>.Original?
    }

    private let shared = Mutex(Shared())

    /// Returns the records for the options of a launch.
    func records(for options: Options, _ resources: RecordResources) throws -> Records<R> {
        let origin: Records<R>.Origin =
            switch try options[RecordSource.option] {
            case .stored: .shared(try stored(resources))
            case .sample: .copy(CopiedRecords(try sampleOriginal()))
            case .empty: .copy(CopiedRecords(.nothing))
            case .file(let path): .copy(CopiedRecords(.file(try resources.files.open(path))))
            }
        return Records(
            origin, latency: try options[RecordSource.latencyOption], clock: resources.clock, makeID: resources.makeID)
    }

    /// Returns the records of the store, whatever the options of a launch are.
    func storedRecords(_ resources: RecordResources) throws -> Records<R> {
        Records(.shared(try stored(resources)), latency: .zero, clock: resources.clock, makeID: resources.makeID)
    }

    private func stored(_ resources: RecordResources) throws -> RecordCollection<R> {
        try shared.withLock { shared in
            if let stored = shared.stored { return stored }
            let stored = RecordCollection(
                store: try resources.store(), sample: R.sample, clock: resources.clock, targets: resources.targets)
            shared.stored = stored
            return stored
        }
    }

    private func sampleOriginal() throws -> CopiedRecords<R>.Original {
        try shared.withLock { shared in
            if let original = shared.sample { return original }
            let original = try CopiedRecords<R>.Original(R.sample)
            shared.sample = original
            return original
        }
    }
}
