public import FeatureKit

/// A feature that keeps records in a store.
///
/// Its records can be imported and exported without a session.
///
/// ```swift
/// extension DoggyFeature: RecordKeeping {
///     func recordType(for options: Options) -> any Record.Type { Dog.self }
/// }
/// ```
public protocol RecordKeeping: Feature {
    /// Returns the record type for the options of a launch.
    ///
    /// - Parameter options: Validated options, with defaults filled in.
    func recordType(for options: Options) throws -> any Record.Type

    /// Returns the query that selects and orders the records of a launch; `nil` for all records.
    ///
    /// The default implementation returns `nil`.
    ///
    /// - Parameter options: Validated options, with defaults filled in.
    /// - Throws: `InputRefused` if a search is too long.
    func query(for options: Options) throws -> RecordQuery?
}

extension RecordKeeping {
    /// Returns `nil`: the options do not select records.
    public func query(for options: Options) throws -> RecordQuery? { nil }

    /// Returns entries of the history of the stored records that a launch has, from the newest to the oldest.
    ///
    /// - Parameters:
    ///   - options: Validated options, with defaults filled in.
    ///   - store: The store of the records.
    ///   - selection: Selects the entries.
    ///   - limit: The maximum number of entries, at least 1.
    public func history(
        for options: Options, in store: any RecordStore, matching selection: HistorySelection, limit: Int
    ) async throws -> [HistoryEntry] {
        let type = try recordType(for: options)
        return try await store.named(for: type).history(of: type.collection, matching: selection, limit: limit)
    }

    /// Counts the records of the type that a launch without options has.
    ///
    /// - Parameter store: The store of the records.
    /// - Returns: The number of records; `nil` if there are none, or if a launch needs an option.
    /// - Throws: ``StorageError``; any error of ``recordType(for:)``.
    public func recordCount(in store: any RecordStore) async throws -> Int? {
        guard let options = try? manifest.options.check([:], noun: "option") else { return nil }
        let count = try await store.count(of: try recordType(for: options).collection, matching: nil).count
        return count == 0 ? nil : count
    }
}
