import FeatureStorage
import GRDB

extension SQLiteCollection {
    /// Adds rows at the end until there are no more; whoever calls takes everything back if it throws.
    mutating func load(_ next: () throws -> [RowInsert], logLimit: Int, in db: Database) throws -> Int {
        let start = number
        isFilled = true
        var insertion = try SQLiteInsertion(into: key, in: db)
        while case let inserts = try next(), !inserts.isEmpty {
            try insertion.add(inserts, from: number + 1)
            number += Int64(inserts.count)
            // GRDB asks before its own statements alone whether the task was cancelled.
            try save(in: db)
        }
        let count = Int(number - start)
        // Told from the rows themselves, when their number is known: of more than the log keeps, none is written.
        if count <= logLimit { try log(after: start, in: db) }
        try trim(to: count <= logLimit ? logLimit : 0, in: db)
        try save(in: db)
        return count
    }

    private func log(after start: Int64, in db: Database) throws {
        let sql = """
            INSERT INTO change (collection, number, kind, id, "values")
            SELECT collection, revision, ?, id, "values" FROM record WHERE collection = ? AND position > ?
            """
        try db.execute(cached: sql, [StoredChange.insertKind, key, start])
    }
}
