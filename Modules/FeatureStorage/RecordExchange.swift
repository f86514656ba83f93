/// The formats of record files.
public enum RecordFileFormat: String, Sendable, Hashable, CaseIterable {
    /// A JSON list of objects (RFC 8259).
    case json
    /// Comma-separated values with a header row (RFC 4180).
    case csv
}

/// Copies records between files and stores, in constant memory; front ends access files only through it.
public protocol RecordExchange: Sendable {
    /// Opens a file to import into a store.
    ///
    /// - Parameters:
    ///   - path: A file whose name ends in `.csv` or `.json`.
    ///   - type: The type of its records.
    /// - Throws: `FeatureError` with the code `unreadableFile`, naming the path, if the file is missing, cannot be
    ///   opened or has another ending.
    func open(_ path: String, of type: any Record.Type) throws -> any RecordImport

    /// Writes all stored records of a type as the text of one file, in the order of their insertion.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - store: The store to read.
    ///   - format: The format of the text.
    ///   - output: Receives the text in pieces. If it throws, the writing ends.
    /// - Returns: How many records were written.
    @discardableResult
    func write(
        _ type: any Record.Type, in store: any RecordStore, as format: RecordFileFormat,
        to output: @Sendable ([UInt8]) throws -> Void
    ) async throws -> Int
}

/// An opened file, ready to import into a store.
public protocol RecordImport: Sendable {
    /// The part of the file that was read, from 0 to 1.
    var progress: Double { get }

    /// Inserts all records at the end of their collection, or none. Records without an `id` get a new one.
    ///
    /// - Returns: The number of records.
    /// - Throws: ``RecordFileError`` with the file's faults, a duplicate `id` among them; what the store throws;
    ///   `CancellationError` if the task is cancelled.
    func load(into store: any RecordStore) async throws -> Int
}
