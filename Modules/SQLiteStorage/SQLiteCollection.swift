import FeatureKit
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
    /// The number of rows; `nil` if an older program has written since the rows were counted.
    private var keptCount: Int?
    /// The stamp of the index; `nil` if the collection has no index.
    let indexStamp: String?

    /// Reads the state of a collection; `nil` if the collection does not exist.
    init?(_ name: String, in db: Database) throws {
        let sql = """
            SELECT key, number, floor, isFilled, iif(countedNumber = number, count, NULL), indexStamp
            FROM collection WHERE name = ?
            """
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [name.blob]) else { return nil }
        (key, number, floor, isFilled) = (row[0], row[1], row[2], row[3])
        (keptCount, indexStamp) = (row[4], row[5])
    }

    /// Finds a collection, or creates it if it is missing.
    static func create(_ name: String, in db: Database) throws -> SQLiteCollection {
        if let collection = try SQLiteCollection(name, in: db) { return collection }
        try db.execute(
            sql: "INSERT INTO collection (name, count, countedNumber) VALUES (?, 0, 0)", arguments: [name.blob])
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
            SELECT id, "values", number, kind, coalesce(
                recordPosition,
                (SELECT position FROM record WHERE record.collection = change.collection AND record.id = change.id),
                number
            )
            FROM change WHERE collection = ? AND number > ? ORDER BY number LIMIT ?
            """
        let found = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [key, token.number, limit])
        var changes: [StoredChange] = []
        while let row = try found.next() { changes.append(try StoredChange(row)) }
        let next = changes.last?.revision ?? number
        return .changes(changes, next: ChangeToken(number: next), isLast: next == number)
    }

    /// Applies writes that have one entry in the history.
    ///
    /// If this method throws, the caller rolls the transaction back.
    mutating func writeMany(_ writes: [RowWrite], logLimit: Int, in db: Database) throws -> [StoredRow] {
        var (rows, isLong) = ([StoredRow](), false)
        try SQLiteHistory.noting(writes.count, in: key, db) {
            rows = try write(writes, logLimit: logLimit, isLong: &isLong, in: db)
        }
        return rows
    }

    /// Applies writes.
    ///
    /// If this method throws, the caller rolls the transaction back.
    ///
    /// - Parameter isLong: Set if an update writes long values, whose entries in the history are to be shortened.
    mutating func write(
        _ writes: [RowWrite], logLimit: Int, isLong: inout Bool, in db: Database
    ) throws -> [StoredRow] {
        let isLogged = writes.count <= logLimit
        var rows: [StoredRow] = []
        var count = try count(in: db)
        for write in writes {
            number += 1
            let json = try apply(write, in: db)
            var position: Int64?
            switch write {
            case .insert(let insert):
                count += 1
                position = number
                rows.append(StoredRow(id: insert.id, values: insert.values, revision: number))
            case .restore(let insert, let old):
                count += 1
                position = old
                rows.append(StoredRow(id: insert.id, values: insert.values, revision: number, position: old))
            case .update(let insert, _):
                position = try self.position(of: insert.id, in: db)
                isLong = isLong || (json?.utf8.count ?? 0) > SQLiteHistory.wholeSize
                rows.append(StoredRow(id: insert.id, values: insert.values, revision: number, position: position))
            case .delete: count -= 1
            }
            if isLogged { try log(write, json, position, in: db) }
        }
        try trim(to: isLogged ? logLimit : 0, in: db)
        try save(count: count, in: db)
        try updateIndex(in: db)
        return rows
    }

    /// Returns the number of rows.
    func count(in db: Database) throws -> Int {
        if let keptCount { return keptCount }
        let statement = try db.cachedStatement(sql: "SELECT count(*) FROM record WHERE collection = ?")
        return try Int.fetchOne(statement, arguments: [key]) ?? 0
    }

    /// Saves the row of the collection itself.
    mutating func save(count: Int, in db: Database) throws {
        keptCount = count
        let sql = """
            UPDATE collection SET number = ?1, floor = ?2, isFilled = ?3, count = ?4, countedNumber = ?1 WHERE key = ?5
            """
        try db.execute(cached: sql, [number, floor, isFilled, count, key])
    }

    private func position(of id: String, in db: Database) throws -> Int64? {
        let sql = "SELECT position FROM record WHERE collection = ? AND id = ?"
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: [key, id.blob])
    }

    /// Applies one write and returns the JSON of the row's values.
    private func apply(_ write: RowWrite, in db: Database) throws -> String? {
        switch write {
        case .insert(let insert): return try self.insert(insert, at: number, in: db)
        case .restore(let insert, let position): return try self.insert(insert, at: position, in: db)
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

    private func insert(_ insert: RowInsert, at position: Int64, in db: Database) throws -> String {
        let json = RowValues.json(insert.values)
        let sql = """
            INSERT INTO record (collection, position, id, uniqueKey, revision, "values") VALUES (?, ?, ?, ?, ?, ?)
            """
        try reportingTakenKey(of: insert, in: db) {
            try db.execute(cached: sql, [key, position, insert.id.blob, insert.uniqueKey?.blob, number, json])
        }
        return json
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

    private func log(_ write: RowWrite, _ json: String?, _ position: Int64?, in db: Database) throws {
        let (kind, id): (Int, String) =
            switch write {
            case .insert(let insert), .restore(let insert, _): (StoredChange.insertKind, insert.id)
            case .update(let insert, _): (StoredChange.updateKind, insert.id)
            case .delete(let id, _): (StoredChange.deleteKind, id)
            }
        try db.execute(
            cached: """
                INSERT INTO change (collection, number, kind, id, "values", recordPosition) VALUES (?, ?, ?, ?, ?, ?)
                """,
            [key, number, kind, id.blob, json, position])
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
