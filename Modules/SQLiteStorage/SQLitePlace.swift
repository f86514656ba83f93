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
