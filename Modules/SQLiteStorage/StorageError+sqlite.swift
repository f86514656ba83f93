import FeatureStorage
import GRDB

extension StorageError {
    /// Translates an SQLite error into a message with its meaning and a remedy.
    init(_ error: DatabaseError, path: String) {
        switch error.resultCode {
        case .SQLITE_NOTADB: self = .foreign(path)
        case .SQLITE_CORRUPT:
            self.init(.unusable, database: path) {
                "\($0) is damaged (\(error.message ?? "malformed")); nothing was changed; "
                    + "replace it with a backup, or move it away to start with an empty database"
            }
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.unusable, database: path) {
                "\($0) cannot be written; allow writing to the file and to its folder, or choose another with --database"
            }
        case .SQLITE_CANTOPEN: self = .cannotOpen(path, "it is not a file, or you have no permission to open it")
        case .SQLITE_FULL:
            self.init(.unusable, database: path) {
                "the disk of \($0) is full; make room and try again; earlier writes are safe"
            }
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.unavailable, database: path) { "\($0) is locked by another program; try again later" }
        default:
            self.init(.unavailable, database: path) { "\($0) cannot be used now: \(error.message ?? "\(error)")" }
        }
    }

    /// Returns the error for an index that cannot be built or brought up to date, because another process writes.
    static func indexIsBusy(_ path: String) -> StorageError {
        StorageError(.unavailable, database: path) {
            "the search index of \($0) is not ready: another process has locked the database, maybe to build this index; "
                + "try again later"
        }
    }

    /// Returns the error for an index that other queries or programs replace or outdate as soon as it is current.
    static func indexIsContended(_ path: String) -> StorageError {
        StorageError(.unavailable, database: path) {
            "the search index of \($0) is not ready: other queries or an older program keep changing it; try again later, "
                + "and use the same version of this program everywhere"
        }
    }

    /// Returns the error for an index that has no room.
    static func indexHasNoRoom(_ path: String) -> StorageError {
        StorageError(.unusable, database: path) {
            "the search index of \($0) needs more room, and the disk is full; make room and try again; earlier writes are "
                + "safe"
        }
    }

    /// The error for rows of a load that cannot be collected, because there is no room for a temporary file.
    static let noTemporaryFile = StorageError(
        .unusable,
        "the folder for temporary files is full or cannot be written; make room, or name another folder with "
            + "SQLITE_TMPDIR; nothing was saved")

    /// Returns the error for a row whose id or unique key is already taken.
    ///
    /// SQLite's message names the index.
    static func alreadyTaken(_ insert: RowInsert, inMessage message: String?) -> StorageError {
        let isKey = message?.contains("uniqueKey") == true
        return .alreadyTaken(id: insert.id, key: isKey ? insert.uniqueKey : nil)
    }

    /// Returns the error for a file or folder that cannot be opened.
    static func cannotOpen(_ path: String, _ reason: String) -> StorageError {
        StorageError(.unusable, database: path) { "\($0) cannot be opened: \(reason); choose another with --database" }
    }

    /// Returns the error for a file that does not belong to this program.
    static func foreign(_ path: String) -> StorageError {
        let rest = "is not a database of this program; it was not changed; choose another with --database"
        return StorageError(.unusable, "'\(path)' \(rest)", toClients: "the file \(rest)")
    }

    /// Returns the error for a file that a newer version of this program wrote.
    static func newer(_ path: String, version: Int) -> StorageError {
        StorageError(.unusable, database: path) {
            "\($0) has version \(version); this program supports versions up to \(SQLiteSchema.steps.count); it was not "
                + "changed; update the program, or choose another database with --database"
        }
    }
}

extension DatabaseError {
    /// Whether the error of a statement that uses only temporary tables means that a temporary file cannot be written.
    var deniesTemporaryFile: Bool {
        [.SQLITE_FULL, .SQLITE_CANTOPEN, .SQLITE_IOERR, .SQLITE_READONLY].contains(resultCode)
    }
}
