package import FeatureStorage
import Foundation
import PostgreSQLStorage
import SQLiteStorage
import Synchronization

/// A database of records, which opens when it is first used.
package final class Database: Sendable {
    private enum Place {
        case memory
        case file(String)
        case server(String)
    }

    private let setting: String?
    private let environment: @Sendable (String) -> String?
    private let opened = Mutex<(any RecordStore)?>(nil)

    /// Creates a database from a setting without opening it.
    ///
    /// - Parameters:
    ///   - setting: `memory` for records that end with the process, `postgresql://…`, or the path of an SQLite file.
    ///     `nil` selects the file `featurehost/records.sqlite` under `$XDG_DATA_HOME`, by default `~/.local/share` (XDG
    ///     Base Directory, 3).
    ///   - environment: Looks up an environment variable.
    package init(
        _ setting: String?, environment: @escaping @Sendable (String) -> String? = Database.variable
    ) {
        (self.setting, self.environment) = (setting, environment)
    }

    /// The open databases of this process.
    ///
    /// This property is static, because the static functions `connect`, `registry`, `store` and `disconnect` of a host
    /// have no other way to share one connection.
    ///
    /// This is not a dictionary, because the type metadata of a dictionary would slow down each start of the program.
    private static let known = Mutex<[Database]>([])

    /// Returns the process's database for a setting.
    package static func of(_ setting: String?) -> Database {
        known.withLock { known in
            if let database = known.first(where: { $0.setting == setting }) { return database }
            let database = Database(setting)
            known.append(database)
            return database
        }
    }

    /// Closes the open databases.
    ///
    /// A closed database opens again when it is next used.
    package static func closeAll() async {
        let all = known.withLock { known in
            defer { known = [] }
            return known
        }
        for database in all { await database.opened.withLock(\.self)?.close() }
    }

    /// Looks up one environment variable.
    ///
    /// Foundation's `environment` would read all variables at each start of the program.
    @Sendable
    package static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private var place: Place {
        switch setting {
        case "memory": .memory
        case let url? where PostgreSQL.isAddress(url): .server(url)
        case let path?: .file(path)
        case nil: .file(defaultPath)
        }
    }

    /// Returns the store of the database.
    ///
    /// The first call opens the store.
    ///
    /// - Throws: `StorageError` for an invalid setting.
    package func store() throws -> any RecordStore {
        try opened.withLock { opened in
            if let opened { return opened }
            let store: any RecordStore =
                switch place {
                case .memory: MemoryRecordStore()
                case .file(let path):
                    LazyRecordStore { [isGiven = setting != nil] in
                        if isGiven { try Self.verifyFolder(of: path) }
                        return try SQLiteRecordStore(path: path)
                    }
                case .server(let url): try PostgreSQL.open(url)
                }
            opened = store
            return store
        }
    }

    /// Refuses a path whose folder does not exist.
    ///
    /// The folder is not created, because the path is probably misspelt.
    private static func verifyFolder(of path: String) throws(StorageError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard !FileManager.default.fileExists(atPath: folder) else { return }
        let rest = "does not exist; create it, or choose another database with --database"
        throw StorageError(
            .unusable, "the database '\(path)' cannot be opened: the folder '\(folder)' \(rest)",
            toClients: "the database cannot be opened: its folder \(rest)")
    }

    private var defaultPath: String {
        // The XDG specification says to ignore relative paths (XDG Base Directory, 2).
        let given = environment("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let data = given ?? (environment("HOME") ?? NSHomeDirectory()) + "/.local/share"
        return data + "/featurehost/records.sqlite"
    }
}
