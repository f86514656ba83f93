import FeatureStorage
import Foundation
import GRDB

/// One collection of a file, within one transaction.
///
/// Each change increments the collection's number. The position of a row is the number of its insertion. The revision
/// of a row is the number of its last change.
struct SQLiteCollection {
    let key: Int64
    /// The number of the last change.
    var number: Int64
    /// The number of the last change that was removed from the log.
    private(set) var floor: Int64
    var isFilled: Bool

    /// Reads the state of a collection; `nil` if the collection does not exist.
    init?(_ name: String, in db: Database) throws {
        let sql = "SELECT key, number, floor, isFilled FROM collection WHERE name = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [name.blob]) else { return nil }
        (key, number, floor, isFilled) = (row[0], row[1], row[2], row[3])
    }

    /// Finds a collection, or creates it if it is missing.
    static func create(_ name: String, in db: Database) throws -> SQLiteCollection {
        if let collection = try SQLiteCollection(name, in: db) { return collection }
        try db.execute(sql: "INSERT INTO collection (name) VALUES (?)", arguments: [name.blob])
        guard let collection = try SQLiteCollection(name, in: db) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return collection
    }

    func page(after cursor: FeatureStorage.RecordCursor?, limit: Int, in db: Database) throws -> StoredPage {
        let sql = """
            SELECT id, "values", revision, position FROM record
            WHERE collection = ? AND position > ? ORDER BY position LIMIT ?
            """
        // One extra row shows whether another page follows.
        let count = min(limit, .max - 1) + 1
        let found = try Row.fetchCursor(
            db.cachedStatement(sql: sql), arguments: [key, cursor?.position ?? 0, count])
        var rows: [StoredRow] = []
        var next: FeatureStorage.RecordCursor?
        var position: Int64 = 0
        while let row = try found.next() {
            if rows.count == limit {
                next = FeatureStorage.RecordCursor(position: position)
                break
            }
            rows.append(try StoredRow(row))
            position = row[3]
        }
        return StoredPage(rows: rows, next: next, token: ChangeToken(number: number))
    }

    func row(_ id: String, in db: Database) throws -> StoredRow? {
        let sql = "SELECT id, \"values\", revision, position FROM record WHERE collection = ? AND id = ?"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key, id.blob]).map { try StoredRow($0) }
    }

    func changes(after token: ChangeToken, limit: Int, in db: Database) throws -> StoredChanges {
        guard floor <= token.number, token.number <= number else { return .reset }
        let sql = """
            SELECT change.id, change."values", number, kind, coalesce(position, number)
            FROM change LEFT JOIN record ON record.collection = change.collection AND record.id = change.id
            WHERE change.collection = ? AND number > ? ORDER BY number LIMIT ?
            """
        let found = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [key, token.number, limit])
        var changes: [StoredChange] = []
        while let row = try found.next() { changes.append(try StoredChange(row)) }
        let next = changes.last?.revision ?? number
        return .changes(changes, next: ChangeToken(number: next), isLast: next == number)
    }

    /// Applies a batch.
    ///
    /// If this method throws, the caller rolls the transaction back.
    mutating func write(_ writes: [RowWrite], logLimit: Int, in db: Database) throws -> [StoredRow] {
        let isLogged = writes.count <= logLimit
        var rows: [StoredRow] = []
        for write in writes {
            number += 1
            let json = try apply(write, in: db)
            switch write {
            case .insert(let insert):
                rows.append(StoredRow(id: insert.id, values: insert.values, revision: number))
            case .update(let insert, _):
                let position = try row(insert.id, in: db)?.position
                rows.append(StoredRow(id: insert.id, values: insert.values, revision: number, position: position))
            case .delete: break
            }
            if isLogged { try log(write, json, in: db) }
        }
        try trim(to: isLogged ? logLimit : 0, in: db)
        try save(in: db)
        return rows
    }

    /// Saves the row of the collection itself.
    func save(in db: Database) throws {
        try db.execute(
            cached: "UPDATE collection SET number = ?, floor = ?, isFilled = ? WHERE key = ?",
            [number, floor, isFilled, key])
    }

    /// Applies one write and returns the JSON of the row's values.
    private func apply(_ write: RowWrite, in db: Database) throws -> String? {
        switch write {
        case .insert(let insert):
            let json = RowValues.json(insert.values)
            let sql = """
                INSERT INTO record (collection, position, id, uniqueKey, revision, "values") VALUES (?, ?, ?, ?, ?, ?)
                """
            try reportingTakenKey(of: insert, in: db) {
                try db.execute(cached: sql, [key, number, insert.id.blob, insert.uniqueKey?.blob, number, json])
            }
            return json
        case .update(let insert, let revision):
            let json = RowValues.json(insert.values)
            let sql = """
                UPDATE record SET uniqueKey = ?, revision = ?, "values" = ?
                WHERE collection = ? AND id = ? AND revision = ?
                """
            try reportingTakenKey(of: insert, in: db) {
                try db.execute(cached: sql, [insert.uniqueKey?.blob, number, json, key, insert.id.blob, revision])
            }
            guard db.changesCount == 1 else { throw StorageError.conflict(id: insert.id) }
            return json
        case .delete(let id, let revision):
            try db.execute(
                cached: "DELETE FROM record WHERE collection = ? AND id = ? AND revision = ?",
                [key, id.blob, revision])
            guard db.changesCount == 1 else { throw StorageError.conflict(id: id) }
            return nil
        }
    }

    /// Runs a write.
    ///
    /// If a unique index refuses the write, throws an error that names the taken key.
    private func reportingTakenKey(of insert: RowInsert, in db: Database, _ write: () throws -> Void) throws {
        do {
            try write()
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw StorageError.alreadyTaken(insert, inMessage: error.message)
        }
    }

    private func log(_ write: RowWrite, _ json: String?, in db: Database) throws {
        let (kind, id): (Int, String) =
            switch write {
            case .insert(let insert): (StoredChange.insertKind, insert.id)
            case .update(let insert, _): (StoredChange.updateKind, insert.id)
            case .delete(let id, _): (StoredChange.deleteKind, id)
            }
        try db.execute(
            cached: "INSERT INTO change (collection, number, kind, id, \"values\") VALUES (?, ?, ?, ?, ?)",
            [key, number, kind, id.blob, json])
    }

    /// Removes half of the log at once when the log exceeds its limit, so that most writes remove nothing.
    mutating func trim(to limit: Int, in db: Database) throws {
        guard number - floor > limit else { return }
        floor = number - Int64(limit / 2)
        try db.execute(cached: "DELETE FROM change WHERE collection = ? AND number <= ?", [key, floor])
    }
}

extension Database {
    /// Executes a statement.
    ///
    /// Each connection prepares a statement only once.
    func execute(cached sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension String {
    /// The canonical form of this text, for use as a key.
    ///
    /// Texts that are equal in Swift have equal keys.
    var canonical: String { utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping }

    /// The bytes of ``canonical``.
    ///
    /// They may include NUL.
    var blob: Data { Data(canonical.utf8) }
}
