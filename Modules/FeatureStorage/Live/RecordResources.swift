public import FeatureKit
import Synchronization

/// What a host gives its features to keep records with: one for a process.
///
/// ```swift
/// let records = try resources.records(of: Dog.self, for: options)
/// ```
public final class RecordResources: Sendable {
    let store: @Sendable () throws -> any RecordStore
    let files: any RecordFileOpener
    let clock: any Clock<Duration>
    /// Makes the key of a new record, which nobody has.
    public let makeID: @Sendable () -> String
    /// A ``RecordKeeper`` for each type of record that was asked for: none is made, and no type looked up, at the start.
    private let keepers = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// Creates resources.
    ///
    /// - Parameters:
    ///   - store: Opens the store, once; called when the first launch asks for stored records. By default a store in
    ///     memory, which is gone with the process.
    ///   - files: What opens a person's own file.
    ///   - clock: What latencies and pauses are measured by.
    ///   - makeID: Makes the key of a new record.
    public init(
        store: (@Sendable () throws -> any RecordStore)? = nil, files: any RecordFileOpener,
        clock: any Clock<Duration> = ContinuousClock(), makeID: @escaping @Sendable () -> String = RecordID.random
    ) {
        (self.store, self.files, self.clock, self.makeID) = (store ?? Self.memory(), files, clock, makeID)
    }

    /// Makes what opens one store in memory; only where no other is given, for it takes a start as long as a feature.
    private static func memory() -> @Sendable () -> any RecordStore {
        let memory = MemoryRecordStore()
        return { memory }
    }

    /// Returns the records that a launch works on.
    ///
    /// All sessions on the store share one live collection, and all that begin with the sample share one copy until they
    /// change it.
    ///
    /// - Parameters:
    ///   - type: What the records are; its sample is the source `sample`, with which a new store is filled once.
    ///   - options: The launch's; ``RecordSource/option`` and ``RecordSource/latencyOption`` must be among them.
    /// - Throws: `FeatureError` with the code `serviceUnavailable` for a store that cannot be opened; what
    ///   ``RecordFileOpener/open(_:)`` throws for a file that cannot be opened.
    public func records<R: Record>(of type: R.Type, for options: Options) throws -> Records<R> {
        let keeper = keepers.withLock { keepers in
            if let keeper = keepers[ObjectIdentifier(type)] as? RecordKeeper<R> { return keeper }
            let keeper = RecordKeeper<R>()
            keepers[ObjectIdentifier(type)] = keeper
            return keeper
        }
        return try keeper.records(for: options, self)
    }
}
