import FeatureKit
public import FeatureStorage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Opens record files: .csv (RFC 4180) and .json (RFC 8259: a list of objects), both in UTF-8.
///
/// ```swift
/// let dogs = try await RecordFiles().open("dogs.csv").records(of: Dog.self)
/// ```
public struct RecordFiles: RecordFileOpener {
    private let homeFolder: String?

    /// Creates an opener.
    public init() {
        self.init(homeFolder: getenv("HOME").map { String(cString: $0) })
    }

    /// Creates an opener.
    ///
    /// - Parameter homeFolder: Replaces a leading `~`: not every shell replaces it in `source=~/dogs.csv`.
    package init(homeFolder: String?) {
        self.homeFolder = homeFolder
    }

    /// Checks that the path names a readable, regular file; reads nothing yet.
    ///
    /// - Throws: `FeatureError` with the code `unreadableFile`, with the reason and a remedy.
    public func open(_ path: String) throws -> any RecordFile {
        let file = try file(path)
        _ = try file.opened()
        return file
    }

    /// Finds the location and the format of a path.
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
    /// The format that a path's ending names, in any case; `nil` for any other ending.
    init?(path: String) {
        // Counts bytes: an ending of a few characters could be of any length.
        guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")), path.utf8[dot...].count <= 8 else { return nil }
        self.init(rawValue: path[dot...].dropFirst().lowercased())
    }
}
