import FeatureKit
import Foundation
import GRDB

/// A program of the first version of the schema, which knows no index.
///
/// It executes that program's statements.
struct FirstVersion {
    /// The first version of the schema.
    private static let schema = """
        CREATE TABLE collection (
            key INTEGER PRIMARY KEY,
            name BLOB NOT NULL UNIQUE,
            number INTEGER NOT NULL DEFAULT 0,
            floor INTEGER NOT NULL DEFAULT 0,
            isFilled INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE record (
            collection INTEGER NOT NULL,
            position INTEGER NOT NULL,
            id BLOB NOT NULL,
            uniqueKey BLOB,
            revision INTEGER NOT NULL,
            "values" TEXT NOT NULL,
            PRIMARY KEY (collection, position)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX recordID ON record (collection, id);
        CREATE UNIQUE INDEX recordKey ON record (collection, uniqueKey) WHERE uniqueKey IS NOT NULL;
        CREATE TABLE change (
            collection INTEGER NOT NULL,
            number INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            id BLOB NOT NULL,
            "values" TEXT,
            PRIMARY KEY (collection, number)
        ) WITHOUT ROWID;
        PRAGMA user_version = 1;
        PRAGMA application_id = 0x46487374;
        """

    private let file: DatabaseQueue

    /// Opens a file, and creates its schema if the file is new.
    init(path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        file = try DatabaseQueue(path: path, configuration: configuration)
        try file.writeWithoutTransaction { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard version <= 1 else { throw DatabaseError(message: "the file has version \(version)") }
            if version == 0 {
                try db.execute(sql: "PRAGMA journal_mode = WAL")
                try db.execute(sql: Self.schema)
            }
        }
    }

    func insert(_ id: String, name: String) throws {
        try change { db, key, number in
            try db.execute(
                sql: """
                    INSERT INTO record (collection, position, id, uniqueKey, revision, "values") VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [key, number, Data(id.utf8), nil, number, json(name)])
            try log(0, id, json(name), key, number, in: db)
        }
    }

    /// Inserts several records with the statement of a load.
    func load(_ names: [String]) throws {
        try change { db, key, number in
            let rows = Array(repeating: "(?, ?, ?, ?, ?, ?)", count: names.count).joined(separator: ", ")
            let arguments = names.enumerated().flatMap { offset, name -> [(any DatabaseValueConvertible)?] in
                let position = number + Int64(offset)
                return [key, position, Data(name.utf8), nil, position, json(name)]
            }
            try db.execute(
                sql: """
                    INSERT OR FAIL INTO record (collection, position, id, uniqueKey, revision, "values") VALUES \(rows)
                    """,
                arguments: StatementArguments(arguments))
            number += Int64(names.count) - 1
        }
    }

    func rename(_ id: String, to name: String) throws {
        try change { db, key, number in
            try db.execute(
                sql: """
                    UPDATE record SET uniqueKey = ?, revision = ?, "values" = ? WHERE collection = ? AND id = ?
                    """,
                arguments: [nil, number, json(name), key, Data(id.utf8)])
            try log(1, id, json(name), key, number, in: db)
        }
    }

    func delete(_ id: String) throws {
        try change { db, key, number in
            try db.execute(
                sql: "DELETE FROM record WHERE collection = ? AND id = ?", arguments: [key, Data(id.utf8)])
            try log(2, id, nil, key, number, in: db)
        }
    }

    /// Returns the names of the records that the log mentions.
    func loggedValues() throws -> [String?] {
        let join = """
            SELECT change."values", coalesce(position, number)
            FROM change LEFT JOIN record ON record.collection = change.collection AND record.id = change.id
            ORDER BY number
            """
        let sql = "SELECT id, \"values\", number, kind FROM change WHERE collection = ? AND number > ? ORDER BY number"
        return try file.read { db in
            let count = try Row.fetchAll(db, sql: join).count
            let values = try Row.fetchAll(db, sql: sql, arguments: [1, 0]).map { $0[1] as String? }
            return count == values.count ? values : []
        }
    }

    private func json(_ name: String) -> String { #"{"name":"\#(name)"}"# }

    private func change(_ body: (Database, _ key: Int64, _ number: inout Int64) throws -> Void) throws {
        try file.inTransaction(.immediate) { db in
            let name = Data("dogs".utf8)
            try db.execute(sql: "INSERT OR IGNORE INTO collection (name) VALUES (?)", arguments: [name])
            let row = try Row.fetchOne(
                db, sql: "SELECT key, number, floor, isFilled FROM collection WHERE name = ?", arguments: [name])
            guard let row else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
            var number: Int64 = row[1] + 1
            try body(db, row[0], &number)
            try db.execute(
                sql: "UPDATE collection SET number = ?, floor = ?, isFilled = ? WHERE key = ?",
                arguments: [number, row[2] as Int64, row[3] as Bool, row[0] as Int64])
            return .commit
        }
    }

    private func log(
        _ kind: Int, _ id: String, _ json: String?, _ key: Int64, _ number: Int64, in db: Database
    ) throws {
        try db.execute(
            sql: "INSERT INTO change (collection, number, kind, id, \"values\") VALUES (?, ?, ?, ?, ?)",
            arguments: [key, number, kind, Data(id.utf8), json])
    }
}
