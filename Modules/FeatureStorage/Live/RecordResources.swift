public import FeatureKit
import Synchronization

/// The store, the file opener, the clock and the key generator that a host gives its features.
///
/// A process has one instance of this class.
///
/// ```swift
/// let records = try resources.records(of: Dog.self, for: options)
/// ```
public final class RecordResources: Sendable {
    let store: @Sendable () throws -> any RecordStore
    let files: any RecordFileOpener
    let clock: any Clock<Duration>
    /// The features whose records can be named; empty before a registry shares these resources.
    package let targets = RecordTargets()
    /// Returns a unique key for a new record.
    public let makeID: @Sendable () -> String
    /// A ``RecordKeeper`` for each record type, created at the first use of the type.
    ///
    /// The start of the host creates no keeper.
    private let keepers = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// Creates resources.
    ///
    /// - Parameters:
    ///   - store: Opens the store. It is called once, when the first launch asks for stored records. By default, a
    ///     store in memory is used, whose records are lost when the process ends.
    ///   - files: Opens a person's own file.
    ///   - clock: Measures latencies and pauses.
    ///   - makeID: Returns a unique key for a new record.
    public init(
        store: (@Sendable () throws -> any RecordStore)? = nil, files: any RecordFileOpener,
        clock: any Clock<Duration> = ContinuousClock(), makeID: @escaping @Sendable () -> String = RecordID.random
    ) {
        (self.store, self.files, self.clock, self.makeID) = (store ?? Self.memory(), files, clock, makeID)
    }

    /// Returns a closure that always returns the same store in memory.
    ///
    /// The initializer calls this method only if no store is given, because creating a store would make every start
    /// slower.
    private static func memory() -> @Sendable () -> any RecordStore {
        let memory = MemoryRecordStore()
        return { memory }
    }

    /// Returns the records for the options of a launch.
    ///
    /// All sessions whose source is the store share one live collection. All sessions whose source is the sample share
    /// the same rows. A session that changes its records makes its own copy first.
    ///
    /// - Parameters:
    ///   - type: The type of the records. Its sample fills a new store once and is the content of the source `sample`.
    ///   - options: The launch's options. They include ``RecordSource/option`` and ``RecordSource/latencyOption``.
    /// - Throws: `FeatureError` with the code `featureFault` if a field of the record has several texts or is a secret;
    ///   ``StorageError`` if the store cannot be opened; for a file, any error of ``RecordFileOpener/open(_:)``.
    public func records<R: Record>(of type: R.Type, for options: Options) throws -> Records<R> {
        try keeper(of: type).records(for: options, self)
    }

    /// Returns the stored records of a type, whatever the source of a launch is.
    ///
    /// It suits a second type of records, which a feature reads beside those that it lists. A person's own file, for
    /// example, contains only records of one type.
    ///
    /// - Parameter type: The type of the records. Its sample fills a new store once.
    /// - Throws: `FeatureError` with the code `featureFault` if a field of the record has several texts or is a secret;
    ///   ``StorageError`` if the store cannot be opened.
    public func storedRecords<R: Record>(of type: R.Type) throws -> Records<R> {
        try keeper(of: type).storedRecords(self)
    }

    private func keeper<R: Record>(of type: R.Type) throws -> RecordKeeper<R> {
        try keepers.withLock { keepers in
            if let keeper = keepers[ObjectIdentifier(type)] as? RecordKeeper<R> { return keeper }
            try R.verifyFields()
            let keeper = RecordKeeper<R>()
            keepers[ObjectIdentifier(type)] = keeper
            return keeper
        }
    }
}
