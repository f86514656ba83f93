/// Opens files of records; features see files only through it.
public protocol RecordFileOpener: Sendable {
    /// Opens a file of records.
    ///
    /// - Parameter path: A file in a format that its ending names, `.csv` or `.json`.
    /// - Throws: `FeatureError` with the code `unreadableFile`, naming the path, if the file is missing, cannot be opened
    ///   or has another ending.
    func open(_ path: String) throws -> any RecordFile
}

/// A file of records that could be opened.
public protocol RecordFile: Sendable {
    /// Reads all records as they are now, in the file's order; those without an `id` get their number from 1.
    ///
    /// Reads off the caller's actor.
    ///
    /// - Throws: ``RecordFileError``, which names the file, the line (the header is line 1) or index (from 0), the field,
    ///   what was found and what was expected; `FeatureError` with the code `unreadableFile` if the file is gone meanwhile;
    ///   `CancellationError` if the task is cancelled.
    func records<R: Record>(of type: R.Type) async throws -> [R]
}
