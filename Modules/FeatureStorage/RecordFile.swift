/// Opens record files.
///
/// Features access record files only through this protocol.
public protocol RecordFileOpener: Sendable {
    /// Opens a record file.
    ///
    /// - Parameter path: A file whose name ends in `.csv` or `.json`.
    /// - Throws: `FeatureError` with the code `unreadableFile`, which names the path, if the file is missing, cannot be
    ///   opened or has another extension.
    func open(_ path: String) throws -> any RecordFile
}

/// An opened record file.
public protocol RecordFile: Sendable {
    /// Reads all records in the order of the file.
    ///
    /// The key of a record without an `id` is its number in the file. The first record has the number 1.
    ///
    /// Each call reads the current content of the file, off the caller's actor.
    ///
    /// - Throws: ``RecordFileError``, which names the file, the line (the header is line 1) or index (from 0), the
    ///   field, what was expected and what was found; `FeatureError` with the code `unreadableFile` if the file no
    ///   longer exists; `CancellationError` if the task is cancelled.
    func records<R: Record>(of type: R.Type) async throws -> [R]
}
