/// Opens record files; features access files only through it.
public protocol RecordFileOpener: Sendable {
    /// Opens a record file.
    ///
    /// - Parameter path: A file whose name ends in `.csv` or `.json`.
    /// - Throws: `FeatureError` with the code `unreadableFile`, naming the path, if the file is missing, cannot be opened
    ///   or has another ending.
    func open(_ path: String) throws -> any RecordFile
}

/// An opened record file.
public protocol RecordFile: Sendable {
    /// Reads all records that the file has now, in its order. A record without an `id` gets its number, from 1.
    ///
    /// Runs off the caller's actor.
    ///
    /// - Throws: ``RecordFileError``, which names the file, the line (the header is line 1) or index (from 0), the
    ///   field, what was expected and what was found; `FeatureError` with the code `unreadableFile` if the file is
    ///   gone; `CancellationError` if the task is cancelled.
    func records<R: Record>(of type: R.Type) async throws -> [R]
}
