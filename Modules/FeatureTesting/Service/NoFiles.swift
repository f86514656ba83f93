import FeatureKit
public import FeatureStorage

/// A file opener that opens no file, for features without files.
public struct NoFiles: RecordFileOpener {
    /// Creates the opener.
    public init() {}

    /// Refuses every path.
    public func open(_ path: String) throws -> any RecordFile {
        throw FeatureError(.unreadableFile, "no files here: \(path)")
    }
}
