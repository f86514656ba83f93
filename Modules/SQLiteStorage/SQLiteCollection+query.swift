import FeatureStorage
import GRDB

extension SQLiteCollection {
    /// Returns a page of the rows that a query selects.
    ///
    /// - Parameter index: The current index of the collection, unless the query needs none.
    func page(
        matching query: RecordQuery, by index: SQLiteIndex?, after cursor: FeatureStorage.RecordCursor?, limit: Int,
        in db: Database
    ) throws -> StoredPage {
        // One extra row shows whether another page follows.
        let count = min(limit, .max - 1) + 1
        let places =
            if let index {
                try SQLiteSelection(index: index, query: query, db: db).places(after: cursor, limit: count)
            } else {
                try positions(after: cursor?.position, isDescending: query.isDescending, limit: count, in: db)
            }
        let sql = "SELECT id, \"values\", revision, position FROM record WHERE collection = ? AND position = ?"
        let statement = try db.cachedStatement(sql: sql)
        let rows = try places.prefix(limit).compactMap { place in
            try Row.fetchOne(statement, arguments: [key, place.position]).map { try StoredRow($0) }
        }
        let last = places.count > limit ? places[limit - 1] : nil
        return StoredPage(
            rows: rows, next: last.map { query.cursor(after: $0.key, $0.position) }, token: ChangeToken(number: number))
    }

    /// Returns the number of rows that a query selects.
    func count(matching query: RecordQuery?, by index: SQLiteIndex?, in db: Database) throws -> RecordCount {
        guard let query, let index, !query.selectsAll else {
            return RecordCount(try count(in: db), upTo: ChangeToken(number: number))
        }
        return try SQLiteSelection(index: index, query: query, db: db).count()
    }

    /// Returns the positions of all rows in the order of insertion, or in the reverse order.
    private func positions(
        after position: Int64?, isDescending: Bool, limit: Int, in db: Database
    ) throws -> [SQLiteSelection.Place] {
        let (follows, direction) = isDescending ? ("<", "DESC") : (">", "ASC")
        let sql = """
            SELECT position FROM record WHERE collection = ? AND position \(follows) ?
            ORDER BY position \(direction) LIMIT ?
            """
        let start = position ?? (isDescending ? .max : 0)
        return try Int64.fetchAll(db.cachedStatement(sql: sql), arguments: [key, start, limit]).map { ([], $0) }
    }
}
