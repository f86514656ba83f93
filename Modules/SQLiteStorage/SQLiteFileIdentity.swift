import FeatureStorage
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The identity of the opened file: its device and its inode number.
///
/// The store checks the identity because writes to a removed file would be acknowledged and then lost when the process
/// ends.
struct SQLiteFileIdentity: Sendable {
    private let path: String
    private let device: UInt64
    private let inode: UInt64

    init(path: String) throws {
        self.path = path
        var status = stat()
        guard stat(path, &status) == 0 else { throw StorageError.removed(path) }
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }

    /// Creates the file and its folders if they are missing.
    ///
    /// Only the owner of the new file gets access to it.
    ///
    /// SQLite gives the same permissions to the files that it creates beside the database.
    ///
    /// - Throws: `StorageError` with the code `unusable` if the path exists and is not a regular file, or if the folder
    ///   cannot be created.
    static func prepare(_ path: String) throws(StorageError) {
        guard !path.hasPrefix("file:") else { throw .cannotOpen(path, "give a path, not an address") }
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else { throw .cannotOpen(path, "it is not a regular file") }
            return
        }
        do {
            try FileManager.default.createDirectory(
                at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotOpen(path, "its folder cannot be created")
        }
        // Never open an existing file here: closing it would release the locks that this process has on it. A dangling
        // symbolic link counts as existing, although its target does not exist. If the file cannot be created, SQLite
        // reports the reason.
        let isLink = lstat(path, &status) == 0
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | (isLink ? 0 : O_EXCL), 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns the number of bytes that this process may still write to the disk of a file; `nil` if it is unknown.
    static func freeSpace(_ path: String) -> Int? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        // Some blocks may be reserved for the superuser.
        return Int(geteuid() == 0 ? status.f_bfree : status.f_bavail) * Int(status.f_frsize)
    }

    /// Checks that the path still refers to the opened file.
    ///
    /// - Throws: `StorageError` with the code `unavailable` if the file was removed or replaced.
    func verify() throws(StorageError) {
        var status = stat()
        guard stat(path, &status) == 0, UInt64(status.st_dev) == device, UInt64(status.st_ino) == inode else {
            throw .removed(path)
        }
    }
}

extension StorageError {
    fileprivate static func removed(_ path: String) -> StorageError {
        StorageError(.unavailable, database: path) {
            "\($0) was removed or replaced while it was open; nothing was written; restart this program"
        }
    }
}
