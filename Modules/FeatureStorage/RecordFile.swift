/// Opens record files.
///
/// Features access record files only through it.
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
    /// Reads all records of the file in its order. A record without an `id` gets its number in the file as key, from 1.
    ///
    /// Each call reads the current content of the file. It runs off the caller's actor.
    ///
    /// - Throws: ``RecordFileError``, which names the file, the line (the header is line 1) or index (from 0), the
    ///   field, what was expected and what was found; `FeatureError` with the code `unreadableFile` if the file no
    ///   longer exists; `CancellationError` if the task is cancelled.
    func records<R: Record>(of type: R.Type) async throws -> [R]
}
