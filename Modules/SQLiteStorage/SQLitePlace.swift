import FeatureStorage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The file that was opened, as the system knows it.
///
/// Writes into a file that was removed meanwhile would be acknowledged, and gone with the process.
struct SQLitePlace: Sendable {
    private let path: String
    private let device: UInt64
    private let inode: UInt64

    init(path: String) throws {
        self.path = path
        var status = stat()
        guard stat(path, &status) == 0 else { throw StorageError.removed(path) }
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// Creates the file, for its owner alone, if there is none; what SQLite adds beside it gets the same rights.
    ///
    /// - Throws: `StorageError` with the code `unusable` for what is there and is no regular file.
    static func prepare(_ path: String) throws(StorageError) {
        guard !path.hasPrefix("file:") else { throw .cannotOpen(path, "expected a path, not an address") }
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else { throw .cannotOpen(path, "it is no regular file") }
            return
        }
        // Never a file that is there: closing it would release the locks that this process holds on it. A link that leads
        // nowhere is there too, though the file is not. What cannot be created SQLite explains.
        let isLink = lstat(path, &status) == 0
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | (isLink ? 0 : O_EXCL), 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Sees that the file is still where it was.
    ///
    /// - Throws: `StorageError` with the code `unavailable` if it was removed or replaced.
    func verify() throws(StorageError) {
        var status = stat()
        guard stat(path, &status) == 0, UInt64(status.st_dev) == device, UInt64(status.st_ino) == inode else {
            throw .removed(path)
        }
    }
}

extension StorageError {
    fileprivate static func removed(_ path: String) -> StorageError {
        StorageError(
            .unavailable,
            "the database '\(path)' was removed or replaced while it was open; nothing was written; start this program anew"
        )
    }
}
