import FeatureKit
public import FeatureStorage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Opens record files: .csv (RFC 4180) and .json (RFC 8259, a list of objects).
///
/// Files of both formats must be in UTF-8.
///
/// ```swift
/// let dogs = try await RecordFiles().open("dogs.csv").records(of: Dog.self)
/// ```
public struct RecordFiles: RecordFileOpener {
    private let homeFolder: String?

    /// Creates an opener for record files.
    public init() {
        self.init(homeFolder: getenv("HOME").map { String(cString: $0) })
    }

    /// Creates an opener for record files.
    ///
    /// - Parameter homeFolder: The folder that replaces a leading `~`, because not every shell replaces it in
    ///   `source=~/dogs.csv`.
    package init(homeFolder: String?) {
        self.homeFolder = homeFolder
    }

    /// Checks that the path refers to a readable, regular file.
    ///
    /// Does not read the file yet.
    ///
    /// - Throws: `FeatureError` with the code `unreadableFile`, which names the reason and a remedy.
    public func open(_ path: String) throws -> any RecordFile {
        let file = try file(path)
        _ = try file.opened()
        return file
    }

    /// Returns the file at a path, with its format.
    func file(_ path: String) throws -> LocalRecordFile {
        var location = path
        if path.hasPrefix("~/"), let homeFolder { location = homeFolder + path.dropFirst() }
        guard let format = RecordFileFormat(path: path) else {
            throw FeatureError(
                .unreadableFile,
                "cannot read '\(path)': expected a path that ends in .csv or .json"
                    + suggestion(for: path, among: RecordSource.fieldChoices ?? []))
        }
        return LocalRecordFile(path: path, location: location, format: format)
    }
}

extension RecordFileFormat {
    /// Creates the format that belongs to a path's extension, ignoring case.
    ///
    /// Returns `nil` for any other extension.
    init?(path: String) {
        // Count bytes, not characters, because a single character can consist of any number of bytes.
        guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")), path.utf8[dot...].count <= 8 else { return nil }
        self.init(rawValue: path[dot...].dropFirst().lowercased())
    }
}
