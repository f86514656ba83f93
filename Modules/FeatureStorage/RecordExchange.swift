/// The formats of record files.
public enum RecordFileFormat: String, Sendable, Hashable, CaseIterable {
    /// A JSON list of objects (RFC 8259).
    case json
    /// Comma-separated values with a header row (RFC 4180).
    case csv
}

/// Imports record files into stores and exports stored records, in constant memory.
///
/// Front ends access record files only through this protocol.
public protocol RecordExchange: Sendable {
    /// Opens a file to import into a store.
    ///
    /// - Parameters:
    ///   - path: A file whose name ends in `.csv` or `.json`.
    ///   - type: The type of the records in the file.
    /// - Throws: `FeatureError` with the code `unreadableFile`, which names the path, if the file is missing, cannot be
    ///   opened or has another extension.
    func open(_ path: String, of type: any Record.Type) throws -> any RecordImport

    /// Writes the stored records of a type as the content of one file.
    ///
    /// - Parameters:
    ///   - type: The type of the records.
    ///   - query: Selects and orders the records; `nil` for all records in the order of their insertion.
    ///   - store: The store to read.
    ///   - titles: Finds the titles of the records that the written ones name. Each such field is followed by its title,
    ///     under its name with `.title` behind it, which imports ignore. `nil` for no titles.
    ///   - format: The format of the text.
    ///   - output: Receives the text in pieces. If it throws, the export ends.
    /// - Returns: The number of written records.
    @discardableResult
    func write(
        _ type: any Record.Type, matching query: RecordQuery?, in store: any RecordStore, titles: RecordTitles?,
        as format: RecordFileFormat, to output: @Sendable ([UInt8]) throws -> Void
    ) async throws -> Int
}

/// An opened file, ready to import into a store.
public protocol RecordImport: Sendable {
    /// The part of the file that has been read, from 0 to 1.
    var progress: Double { get }

    /// Inserts all records at the end of their collection. If this fails, no record is inserted.
    ///
    /// A record without an `id` gets a new key.
    ///
    /// - Returns: The number of inserted records.
    /// - Throws: ``RecordFileError`` if the file contains faults, such as a duplicate `id`; any error of the store;
    ///   `CancellationError` if the task is cancelled.
    func load(into store: any RecordStore) async throws -> Int
}
