import FeatureKit
public import FeatureStorage

/// A file opener that refuses every path, for features that read no files.
public struct NoFiles: RecordFileOpener {
    /// Creates the opener.
    public init() {}

    /// Throws an error for every path.
    public func open(_ path: String) throws -> any RecordFile {
        throw FeatureError(.unreadableFile, "no file can be opened in this test: \(path)")
    }
}
