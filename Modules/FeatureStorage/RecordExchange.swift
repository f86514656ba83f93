/// The formats of files of records.
public enum RecordFileFormat: String, Sendable, Hashable, CaseIterable {
    /// A list of objects (RFC 8259).
    case json
    /// Comma-separated values with a header row (RFC 4180).
    case csv
}

/// Carries records between files and stores, in memory that does not grow with them; front ends see files only through
/// it.
public protocol RecordExchange: Sendable {
    /// Opens a file whose records are to be added to a store.
    ///
    /// - Parameters:
    ///   - path: A file in a format that its ending names, `.csv` or `.json`.
    ///   - type: What its records are.
    /// - Throws: `FeatureError` with the code `unreadableFile`, naming the path, if the file is missing, cannot be opened
    ///   or has another ending.
    func open(_ path: String, of type: any Record.Type) throws -> any RecordImport

    /// Writes all records of a type that a store keeps as the text of one file, in the order of their insertion.
    ///
    /// - Parameters:
    ///   - type: What the records are.
    ///   - store: What keeps them.
    ///   - format: What to write.
    ///   - output: Takes the text in pieces; what it throws ends the writing.
    /// - Returns: How many records were written.
    @discardableResult
    func write(
        _ type: any Record.Type, in store: any RecordStore, as format: RecordFileFormat,
        to output: @Sendable ([UInt8]) throws -> Void
    ) async throws -> Int
}

/// A file on its way into a store.
public protocol RecordImport: Sendable {
    /// How much of the file was read, from 0 to 1.
    var progress: Double { get }

    /// Adds all records at the end of their collection, or none; those without an `id` get a new one.
    ///
    /// - Returns: How many there were.
    /// - Throws: ``RecordFileError`` with the faults of a file that is refused, an `id` that is taken among them; what the
    ///   store throws; `CancellationError` if the task is cancelled.
    func load(into store: any RecordStore) async throws -> Int
}
