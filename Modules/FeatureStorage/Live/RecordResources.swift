public import FeatureKit
import Synchronization

/// The store, files, clock and keys that a host gives its features; a process has one.
///
/// ```swift
/// let records = try resources.records(of: Dog.self, for: options)
/// ```
public final class RecordResources: Sendable {
    let store: @Sendable () throws -> any RecordStore
    let files: any RecordFileOpener
    let clock: any Clock<Duration>
    /// Makes a unique key for a new record.
    public let makeID: @Sendable () -> String
    /// A ``RecordKeeper`` for each type of record, made at its first use: starting the host makes none.
    private let keepers = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// Creates resources.
    ///
    /// - Parameters:
    ///   - store: Opens the store. Called once, when the first launch asks for stored records. The default is a store
    ///     in memory, lost when the process ends.
    ///   - files: Opens a person's own file.
    ///   - clock: Measures latencies and pauses.
    ///   - makeID: Makes a unique key for a new record.
    public init(
        store: (@Sendable () throws -> any RecordStore)? = nil, files: any RecordFileOpener,
        clock: any Clock<Duration> = ContinuousClock(), makeID: @escaping @Sendable () -> String = RecordID.random
    ) {
        (self.store, self.files, self.clock, self.makeID) = (store ?? Self.memory(), files, clock, makeID)
    }

    /// Returns a function that returns one store in memory.
    ///
    /// Called only if no store was given: making one would lengthen every start.
    private static func memory() -> @Sendable () -> any RecordStore {
        let memory = MemoryRecordStore()
        return { memory }
    }

    /// Returns the records that a launch works on.
    ///
    /// All sessions on the store share one live collection. All sessions on the sample share one copy until they change
    /// it.
    ///
    /// - Parameters:
    ///   - type: The type of the records. Its sample fills a new store once, and is the source `sample`.
    ///   - options: The launch's options. They include ``RecordSource/option`` and ``RecordSource/latencyOption``.
    /// - Throws: `FeatureError` with the code `featureFault` for a record with a field of several texts or a secret, and with
    ///   the code `serviceUnavailable` if the store cannot be opened; what
    ///   ``RecordFileOpener/open(_:)`` throws for the file.
    public func records<R: Record>(of type: R.Type, for options: Options) throws -> Records<R> {
        let keeper = try keepers.withLock { keepers in
            if let keeper = keepers[ObjectIdentifier(type)] as? RecordKeeper<R> { return keeper }
            try R.verifyFields()
            let keeper = RecordKeeper<R>()
            keepers[ObjectIdentifier(type)] = keeper
            return keeper
        }
        return try keeper.records(for: options, self)
    }
}
