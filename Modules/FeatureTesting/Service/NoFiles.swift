import FeatureKit
public import FeatureStorage

/// Files that cannot be opened, for features that are given none.
public struct NoFiles: RecordFileOpener {
    /// Creates the opener.
    public init() {}

    /// Refuses every path.
    public func open(_ path: String) throws -> any RecordFile {
        throw FeatureError(.unreadableFile, "no files here: \(path)")
    }
}
