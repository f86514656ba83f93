import FeatureStorage
import Foundation
import GRDB

extension SQLiteIndex {
    /// The maximum number of stale records that one transaction brings up to date.
    ///
    /// More would keep other writers waiting.
    static let stepSize = 2_000
    /// The number of stale records from which a build of the whole index takes much less time than all steps together.
    private static let largeUpdate = 200_000

    /// Builds the index of all records, and drops the index that the collection has.
    func build(in db: Database) throws {
        try drop(in: db)
        try db.execute(sql: Self.sql(creating: entries, columns: index.columns.count))
        try db.execute(sql: "CREATE TABLE \(stale) (position INTEGER PRIMARY KEY)")
        try fill(in: db)
        try createTriggers(in: db)
        try db.execute(
            sql: "UPDATE collection SET indexStamp = ? WHERE key = ?", arguments: [stamp, collection])
    }

    /// Brings the entries of stale records up to date, of ``stepSize`` records at most.
    ///
    /// - Returns: Whether no record is stale any more.
    @discardableResult
    func update(in db: Database) throws -> Bool {
        let sql = "SELECT max(position), count(*) FROM (SELECT position FROM \(stale) ORDER BY position LIMIT ?)"
        let step = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [Self.stepSize])
        guard let step, let last = step[0] as Int64? else { return true }
        let count: Int = step[1]
        try updateEntries(upTo: last, in: db)
        return try count < Self.stepSize || isCurrent(stamp, in: db)
    }

    /// Builds the index again if that is the faster way to bring it up to date.
    ///
    /// Inserting a key at a random place of an index takes several times longer than sorting it.
    ///
    /// - Returns: Whether the index was built.
    func rebuildIfFaster(in db: Database) throws -> Bool {
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(stale)") ?? 0
        guard count > Self.largeUpdate else { return false }
        let total = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(entries)") ?? 0
        guard count * 4 >= total else { return false }
        try build(in: db)
        return true
    }

    private func updateEntries(upTo last: Int64, in db: Database) throws {
        let changed = "FROM \(entries) WHERE position IN (SELECT position FROM \(stale) WHERE position <= ?)"
        // An external content table forgets a text only if it is given the text.
        try db.execute(
            cached: "INSERT INTO \(search) (\(search), rowid, text) SELECT 'delete', position, text \(changed)", [last])
        try db.execute(cached: "DELETE \(changed)", [last])
        let sql = """
            SELECT record.position, record."values" FROM \(stale)
            CROSS JOIN record ON record.collection = ? AND record.position = \(stale).position
            WHERE \(stale).position <= ?
            """
        try insertEntries(of: try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [collection, last]), in: db)
        try db.execute(cached: "INSERT INTO \(search) (rowid, text) SELECT position, text \(changed)", [last])
        try db.execute(cached: "DELETE FROM \(stale) WHERE position <= ?", [last])
    }

    /// Stops noting the records that are written.
    ///
    /// A load would otherwise run a trigger for each row. Call ``resume(after:in:)`` in the same transaction.
    func pause(in db: Database) throws {
        for name in [inserted, updated, deleted] { try db.execute(sql: "DROP TRIGGER IF EXISTS \(name)") }
    }

    /// Notes the records that were inserted after a position, and all records that are written later.
    func resume(after position: Int64, in db: Database) throws {
        let sql = "INSERT INTO \(stale) SELECT position FROM record WHERE collection = ? AND position > ?"
        try db.execute(sql: sql, arguments: [collection, position])
        try createTriggers(in: db)
    }

    private func createTriggers(in db: Database) throws {
        for trigger in triggers { try db.execute(sql: trigger) }
    }

    private func drop(in db: Database) throws {
        try pause(in: db)
        for table in [search, entries, stale] { try db.execute(sql: "DROP TABLE IF EXISTS \(table)") }
    }

    private static func sql(creating entries: String, columns: Int) -> String {
        let keys = (0..<columns).map { ", k\($0) BLOB NOT NULL" }.joined()
        return "CREATE TABLE \(entries) (position INTEGER PRIMARY KEY, text TEXT NOT NULL\(keys))"
    }

    /// Fills the tables with all records.
    ///
    /// One table after another, because sorting all keys at once is much faster than inserting each key.
    private func fill(in db: Database) throws {
        let sql = "SELECT position, \"values\" FROM record WHERE collection = ? ORDER BY position"
        try insertEntries(of: try Row.fetchCursor(db, sql: sql, arguments: [collection]), in: db)
        // The table keeps only which entries contain a run of three scalars, not where (`detail=none`). The queries
        // check the texts themselves. This makes the table and its queries several times smaller and faster.
        try db.execute(
            sql: """
                CREATE VIRTUAL TABLE \(search) USING fts5(
                    text, content='\(entries)', content_rowid='position', tokenize='trigram case_sensitive 1',
                    detail=none, columnsize=0
                )
                """)
        try withMoreMemory(in: db) { try db.execute(sql: "INSERT INTO \(search) (\(search)) VALUES ('rebuild')") }
        // By default, the table merges all parts of a level at once when there are 16, and each small write adds a part.
        // Such a write would take as long as the build. So all records become one part of a higher level, and small
        // parts are merged step by step, each time 64 pages have been written.
        try db.execute(sql: "INSERT INTO \(search) (\(search)) VALUES ('optimize')")
        try db.execute(sql: "INSERT INTO \(search) (\(search), rank) VALUES ('crisismerge', 256)")
        for column in index.columns.indices {
            // The index also contains the position, because each index contains the primary key of its table.
            try db.execute(sql: "CREATE INDEX \(columnIndex(column)) ON \(entries) (k\(column))")
        }
    }

    /// Gives the table that finds texts 16 MiB instead of 1 MiB for the lists that it has not written yet.
    ///
    /// It then writes fewer parts, which must be merged later.
    private func withMoreMemory(in db: Database, _ body: () throws -> Void) throws {
        let sql = "INSERT INTO \(search) (\(search), rank) VALUES ('hashsize', ?)"
        try db.execute(sql: sql, arguments: [1 << 24])
        try body()
        try db.execute(sql: sql, arguments: [1 << 20])
    }

    /// Inserts the entries of records.
    ///
    /// - Parameter records: Rows with a position and the JSON of the values.
    private func insertEntries(of records: RowCursor, in db: Database) throws {
        var insertion = try SQLiteEntryInsertion(into: entries, columns: index.columns.count, in: db)
        while let record = try records.next() {
            try insertion.add(index.entry(for: try record.recordValues()), at: record[0])
        }
        try insertion.finish()
    }

    private var inserted: String { "record\(collection)inserted" }
    private var updated: String { "record\(collection)updated" }
    private var deleted: String { "record\(collection)deleted" }

    /// The statements that create the triggers.
    ///
    /// They use no conflict clause, because the conflict clause of an outer statement would replace it.
    private var triggers: [String] {
        [(inserted, "INSERT", "NEW"), (updated, "UPDATE", "NEW"), (deleted, "DELETE", "OLD")].map { name, event, row in
            """
            CREATE TRIGGER \(name) AFTER \(event) ON record WHEN \(row).collection = \(collection) BEGIN
                INSERT INTO \(stale) SELECT \(row).position
                WHERE NOT EXISTS (SELECT 1 FROM \(stale) WHERE position = \(row).position);
            END
            """
        }
    }
}

extension SQLiteCollection {
    /// Brings the index up to date by one step, unless another version of this program built it.
    func updateIndex(in db: Database) throws { try index?.update(in: db) }

    /// The index; `nil` if there is none, or if another version of this program built it.
    var index: SQLiteIndex? { indexStamp.flatMap { SQLiteIndex(stamp: $0, of: key) } }

    /// Makes an index the current index of the collection, or brings it up to date by one step.
    ///
    /// - Returns: What is done, and what is left to do.
    func use(_ index: SQLiteIndex, in db: Database) throws -> SQLiteIndex.Progress {
        guard indexStamp == index.stamp else {
            try index.build(in: db)
            return .built
        }
        if try index.rebuildIfFaster(in: db) { return .built }
        return try index.update(in: db) ? .current : .behind
    }
}
