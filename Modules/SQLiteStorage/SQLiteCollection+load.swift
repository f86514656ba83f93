import FeatureStorage
import Foundation
import GRDB

extension SQLiteCollection {
    /// Collects rows in a temporary table until `next` returns no rows.
    ///
    /// Other processes can write meanwhile.
    ///
    /// - Returns: The number of rows.
    static func collect(_ next: () throws -> [RowInsert], in db: Database) throws -> Int {
        var insertion = try SQLiteInsertion(in: db)
        var count = 0
        while case let inserts = try next(), !inserts.isEmpty {
            try insertion.add(inserts, from: Int64(count) + 1)
            count += inserts.count
            // GRDB checks for cancellation only before its own statements. Execute such a statement here.
            try db.execute(cached: "SELECT 1", [])
        }
        return count
    }

    /// Appends the collected rows.
    ///
    /// Marks the rows as stale: the index follows later.
    ///
    /// If this method throws, the caller rolls the transaction back.
    mutating func appendCollected(_ count: Int, logLimit: Int, in db: Database) throws {
        let start = number
        let first = try self.count(in: db)
        let index = self.index
        try index?.pause(in: db)
        isFilled = true
        try insertCollected(in: db)
        number += Int64(count)
        // If the number of rows exceeds the log's limit, log no row.
        if count <= logLimit { try log(after: start, in: db) }
        try trim(to: count <= logLimit ? logLimit : 0, in: db)
        try save(count: first + count, in: db)
        try index?.resume(after: start, in: db)
    }

    /// Inserts the collected rows.
    ///
    /// `OR FAIL` keeps the rows that precede a refused row, so the last position shows which row was refused. The caller
    /// rolls the whole load back afterwards.
    private func insertCollected(in db: Database) throws {
        let sql = """
            INSERT OR FAIL INTO record (collection, position, id, uniqueKey, revision, "values")
            SELECT ?1, ?2 + number, id, uniqueKey, ?2 + number, "values" FROM temp.loaded ORDER BY number
            """
        do { try db.execute(sql: sql, arguments: [key, number]) } catch let error as DatabaseError
            where error.resultCode == .SQLITE_CONSTRAINT
        {
            let refused = """
                SELECT id, uniqueKey FROM temp.loaded
                WHERE number = 1 + max(0, (SELECT coalesce(max(position), 0) FROM record WHERE collection = ?1) - ?2)
                """
            guard let row = try Row.fetchOne(db, sql: refused, arguments: [key, number]) else { throw error }
            let insert = RowInsert(
                id: String(decoding: row[0] as Data, as: UTF8.self), values: [:],
                uniqueKey: (row[1] as Data?).map { String(decoding: $0, as: UTF8.self) })
            throw StorageError.alreadyTaken(insert, inMessage: error.message)
        }
    }

    private func log(after start: Int64, in db: Database) throws {
        let sql = """
            INSERT INTO change (collection, number, kind, id, "values", recordPosition)
            SELECT collection, revision, ?, id, "values", position FROM record WHERE collection = ? AND position > ?
            """
        try db.execute(cached: sql, [StoredChange.insertKind, key, start])
    }
}
