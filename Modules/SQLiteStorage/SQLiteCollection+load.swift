import FeatureStorage
import GRDB

extension SQLiteCollection {
    /// Appends rows until `next` returns no rows.
    ///
    /// If this method throws, the caller rolls the transaction back.
    mutating func load(_ next: () throws -> [RowInsert], logLimit: Int, in db: Database) throws -> Int {
        let start = number
        let first = try count(in: db)
        let index = self.index
        try index?.pause(in: db)
        isFilled = true
        var insertion = try SQLiteInsertion(into: key, in: db)
        while case let inserts = try next(), !inserts.isEmpty {
            try insertion.add(inserts, from: number + 1)
            number += Int64(inserts.count)
            // GRDB checks for cancellation only before its own statements. Execute such a statement here.
            try save(count: first + Int(number - start), in: db)
        }
        let count = Int(number - start)
        // The number of inserted rows is known only now. If it exceeds the log's limit, log no row.
        if count <= logLimit { try log(after: start, in: db) }
        try trim(to: count <= logLimit ? logLimit : 0, in: db)
        try save(count: first + count, in: db)
        try index?.resume(after: start, in: db)
        try index?.update(in: db)
        return count
    }

    private func log(after start: Int64, in db: Database) throws {
        let sql = """
            INSERT INTO change (collection, number, kind, id, "values", recordPosition)
            SELECT collection, revision, ?, id, "values", position FROM record WHERE collection = ? AND position > ?
            """
        try db.execute(cached: sql, [StoredChange.insertKind, key, start])
    }
}
