import FeatureKit
import FeatureStorage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A regular file that is open for reading.
///
/// The file is closed when this object is deallocated.
final class OpenFile: Sendable {
    private let descriptor: CInt
    private let path: String
    /// The size of the file in bytes when it was opened.
    let size: Int

    /// Opens a file.
    ///
    /// Does not block if the path is a named pipe without a writer.
    ///
    /// - Parameters:
    ///   - location: The path to open.
    ///   - path: The path as the caller gave it, for messages.
    init(location: String, path: String) throws(FeatureError) {
        self.path = path
        // Check the kind of file first, because even opening a device can have an effect.
        var status = stat()
        guard !location.utf8.contains(0) else { throw Self.refusal(ENOENT, location: location, path: path) }
        guard stat(location, &status) == 0 else { throw Self.refusal(errno, location: location, path: path) }
        try Self.requireRegular(status, path: path)
        descriptor = open(location, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.refusal(errno, location: location, path: path) }
        // Check again, because another file may have replaced the first one in the meantime.
        guard fstat(descriptor, &status) == 0 else { throw Self.refusal(errno, location: location, path: path) }
        try Self.requireRegular(status, path: path)
        size = Int(status.st_size)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns the next bytes, by default at most 256 KiB.
    ///
    /// Returns no bytes at the end of the file.
    func nextChunk(limit: Int = 1 << 18) throws(FeatureError) -> [UInt8] {
        var failure: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            var result: Int
            repeat { result = read(descriptor, buffer.baseAddress, buffer.count) } while result < 0 && errno == EINTR
            if result < 0 { failure = errno }
            count = max(0, result)
        }
        guard failure == 0 else { throw Self.refusal(failure, location: path, path: path) }
        return bytes
    }

    private static func requireRegular(_ status: stat, path: String) throws(FeatureError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw refusal(EISDIR, location: path, path: path)
        default:
            throw FeatureError(
                .unreadableFile,
                "cannot read '\(path)': it is a pipe, a socket or a device; copy its output to a file first")
        }
    }

    private static func refusal(_ code: CInt, location: String, path: String) -> FeatureError {
        let reason =
            switch code {
            case ENOENT: "there is no such file" + (neighbour(of: location).map { "; did you mean '\($0)'?" } ?? "")
            case EISDIR: "it is a folder; give the path of a .csv or .json file in it"
            case ENOTDIR: "a part of the path before the last '/' is not a folder"
            case EACCES: "permission denied; check its owner and mode with 'ls -l'"
            default: String(cString: strerror(code))
            }
        return FeatureError(.unreadableFile, "cannot read '\(path)': \(reason)")
    }

    /// Returns the file in the same folder that has a known format and the most similar name.
    ///
    /// Searches the folder's first 1,000 entries.
    private static func neighbour(of location: String) -> String? {
        let start =
            location.utf8.lastIndex(of: UInt8(ascii: "/")).map(location.utf8.index(after:)) ?? location.startIndex
        let folder = start == location.startIndex ? "." : String(location[..<start])
        guard let listing = opendir(folder) else { return nil }
        defer { closedir(listing) }
        var names: [String] = []
        for _ in 0..<1000 {
            guard let entry = readdir(listing) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if RecordFileFormat(path: name) != nil { names.append(name) }
        }
        return nearestMatch(to: String(location[start...]), among: names.sorted())
    }
}
