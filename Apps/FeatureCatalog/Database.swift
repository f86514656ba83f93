package import FeatureStorage
import Foundation
import PostgreSQLStorage
import SQLiteStorage
import Synchronization

/// Where this host keeps records: opened once, by the first who needs it.
package final class Database: Sendable {
    private enum Place {
        case memory
        case file(String)
        case server(String)
    }

    private let setting: String?
    private let environment: @Sendable (String) -> String?
    private let opened = Mutex<(any RecordStore)?>(nil)

    /// Takes a setting.
    ///
    /// - Parameters:
    ///   - setting: `memory`, which is gone with the process; the address of a PostgreSQL database,
    ///     `postgresql://…`; the path of an SQLite file; `nil` for the file `featurehost/records.sqlite` under
    ///     `$XDG_DATA_HOME`, by default `~/.local/share` (XDG Base Directory, 3).
    ///   - environment: Looks up a variable of the process's environment.
    package init(
        _ setting: String?, environment: @escaping @Sendable (String) -> String? = Database.variable
    ) {
        (self.setting, self.environment) = (setting, environment)
    }

    /// The databases that this process uses: a command that sees to one, and then launches a feature, opens it once.
    ///
    /// A handful at most: a dictionary would cost each start more, for its type is made at run time.
    private static let known = Mutex<[Database]>([])

    /// Returns the database of a setting, one for the process; `memory` is another each time.
    package static func of(_ setting: String?) -> Database {
        if setting == "memory" { return Database(setting) }
        return known.withLock { known in
            if let database = known.first(where: { $0.setting == setting }) { return database }
            let database = Database(setting)
            known.append(database)
            return database
        }
    }

    /// Closes the databases that this process uses; those that are asked for later are opened anew.
    package static func closeAll() async {
        let all = known.withLock { known in
            defer { known = [] }
            return known
        }
        for database in all { await database.opened.withLock(\.self)?.close() }
    }

    /// Looks up a variable of the process's environment, without reading all of it at the start.
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

    /// Returns the store, which is opened by its first use.
    ///
    /// - Throws: `StorageError` for a setting that no store can be made of.
    package func store() throws -> any RecordStore {
        try opened.withLock { opened in
            if let opened { return opened }
            let store: any RecordStore =
                switch place {
                case .memory: MemoryRecordStore()
                case .file(let path): LazyRecordStore { try SQLiteRecordStore(path: path) }
                case .server(let url): try PostgreSQL.open(url)
                }
            opened = store
            return store
        }
    }

    private var defaultPath: String {
        // A relative path is invalid there and ignored (XDG Base Directory, 2).
        let given = environment("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        let data = given ?? (environment("HOME") ?? NSHomeDirectory()) + "/.local/share"
        return data + "/featurehost/records.sqlite"
    }
}
