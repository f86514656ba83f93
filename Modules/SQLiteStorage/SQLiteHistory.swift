import FeatureKit
import FeatureStorage
import Foundation
import GRDB

/// The history of a file's records, within one transaction.
///
/// Triggers write the entries, so that the writes of older programs have entries too. This program adds the call that
/// caused them, in the same transaction.
struct SQLiteHistory {
    /// The bytes of JSON from which on an update keeps only the values that it changed.
    ///
    /// Comparing the values takes longer than writing a short text twice.
    static let wholeSize = 512

    /// The number of the last entry before the transaction's own.
    private let last: Int64

    /// Begins to note the writes of a transaction.
    init(in db: Database) throws {
        let statement = try db.cachedStatement(sql: "SELECT max(number) FROM history")
        last = try Int64.fetchOne(statement) ?? 0
    }

    /// Completes the entries that the triggers have written.
    ///
    /// - Parameters:
    ///   - isLong: Whether an update has written long values, so that its entries are to be shortened.
    ///   - writes: The number of writes.
    /// - Returns: The number of the change; `nil` if the writes have changed nothing, or have no cause.
    func complete(isLong: Bool, writes: Int, by running: RunningAction?, in db: Database) throws -> Int64? {
        if isLong { try shorten(in: db) }
        let cause = running.map { ChangeCause($0) }
        // A single entry without a cause is complete.
        guard cause != nil || writes > 1 else { return nil }
        let change = running?.change ?? last + 1
        let sql = """
            UPDATE history SET change = ?, person = ?, name = ?, feature = ?, action = ?, undone = ? WHERE number > ?
            """
        try db.execute(
            cached: sql, [change, cause?.person, cause?.name, cause?.feature, cause?.action, cause?.undone, last])
        return db.changesCount > 0 ? change : nil
    }

    /// Removes the values that updates have not changed.
    private func shorten(in db: Database) throws {
        let sql = "SELECT number, kind, before, after FROM history WHERE number > ? AND kind = 1"
        for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [last]) {
            let (before, after) = (try row.recordValues(at: 2), try row.recordValues(at: 3))
            let changed = (before.filter { after[$0.key] != $0.value }, after.filter { before[$0.key] != $0.value })
            try db.execute(
                cached: "UPDATE history SET before = ?, after = ? WHERE number = ?",
                [RowValues.json(changed.0), RowValues.json(changed.1), row[0] as Int64])
        }
    }

    // MARK: - Many records at once

    /// Writes many records, which have one entry.
    ///
    /// - Parameters:
    ///   - count: The number of the records.
    ///   - write: Writes the records.
    static func noting(
        _ count: Int, in collection: Int64, _ db: Database, _ write: () throws -> Void
    ) throws {
        // A newer program may have replaced the triggers, so those of the file come back.
        let sql =
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'record' AND name GLOB 'history*'"
        let triggers = try Row.fetchAll(db, sql: sql).map { row -> (name: String, sql: String) in (row[0], row[1]) }
        for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger.name)") }
        try write()
        for trigger in triggers { try db.execute(sql: trigger.sql) }
        guard count > 0 else { return }
        try db.execute(
            sql: "INSERT INTO history (collection, kind, position, instant) VALUES (?, 3, ?, \(now))",
            arguments: [collection, count])
    }

    // MARK: - Reading

    /// Returns entries of a collection, from the newest to the oldest.
    static func entries(
        of collection: Int64, matching selection: HistorySelection, limit: Int, in db: Database
    ) throws -> [HistoryEntry] {
        // The plus sign keeps the planner from reading the whole collection to find a change.
        var conditions = [selection.change == nil ? "collection = ?" : "+collection = ?"]
        var arguments: StatementArguments = [collection]
        func add(_ condition: String, _ values: StatementArguments) {
            conditions.append(condition)
            arguments += values
        }
        if let id = selection.id { add("id = ?", [id.blob]) }
        // An entry whose change is NULL is a change of its own. The index contains only entries of other changes.
        if let change = selection.change {
            add(
                """
                number IN (
                    SELECT number FROM history WHERE number = ? AND coalesce(change, number) = number
                    UNION SELECT number FROM history WHERE change = ? AND change <> number
                )
                """, [change, change])
        }
        if let person = selection.person { add("CAST(person AS BLOB) = ?", [Data(person.utf8)]) }
        if let since = selection.since { add("instant >= ?", [since.millisecondsSince1970]) }
        if let before = selection.before { add("number < ?", [before]) }
        let sql = """
            SELECT number, kind, before, after, coalesce(change, number), id, position, instant,
                person, name, feature, action, undone
            FROM history WHERE \(conditions.joined(separator: " AND ")) ORDER BY number DESC LIMIT ?
            """
        arguments += [limit]
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { try HistoryEntry($0) }
    }

    /// Removes the oldest entries of a collection, at most ``RecordHistory/trimStep``, and returns their number.
    static func trim(_ collection: Int64, before instant: Instant, in db: Database) throws -> Int {
        // The entries are in the order of time, but for a clock that was set.
        let sql = """
            DELETE FROM history WHERE number IN (
                SELECT number FROM (SELECT number, instant FROM history WHERE collection = ?1 ORDER BY number LIMIT ?3)
                WHERE instant < ?2
            ) AND number < (SELECT max(number) FROM history WHERE collection = ?1)
            """
        try db.execute(cached: sql, [collection, instant.millisecondsSince1970, RecordHistory.trimStep])
        return db.changesCount
    }

    // MARK: - Schema

    /// The current time in milliseconds, in SQL.
    private static let now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"

    /// The triggers that write the entries.
    ///
    /// They use no conflict clause, because the conflict clause of an outer statement would replace it.
    private static let triggers: [(name: String, sql: String)] = [
        trigger("historyInserted", "INSERT", 0, of: "NEW", before: "NULL", after: "NEW.\"values\""),
        trigger(
            "historyUpdated", "UPDATE", 1, of: "NEW", before: "OLD.\"values\"", after: "NEW.\"values\"",
            when: " WHEN NEW.\"values\" IS NOT OLD.\"values\""),
        trigger("historyRemoved", "DELETE", 2, of: "OLD", before: "OLD.\"values\"", after: "NULL"),
    ]

    private static func trigger(
        _ name: String, _ event: String, _ kind: Int, of row: String, before: String, after: String, when: String = ""
    ) -> (name: String, sql: String) {
        let sql = """
            CREATE TRIGGER \(name) AFTER \(event) ON record\(when) BEGIN
                INSERT INTO history (collection, kind, id, position, instant, before, after)
                VALUES (\(row).collection, \(kind), \(row).id, \(row).position, \(now), \(before), \(after));
            END
            """
        return (name, sql)
    }

    /// The statements of the step of the schema.
    ///
    /// Never change them, nor the triggers and the time that they contain, after their release. The index of changes contains only entries that are not the first of their change, so a single write adds nothing.
    static let step = """
        CREATE TABLE history (
            number INTEGER PRIMARY KEY,
            collection INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            id BLOB,
            position INTEGER NOT NULL,
            instant INTEGER NOT NULL,
            before TEXT,
            after TEXT,
            change INTEGER,
            person TEXT,
            name TEXT,
            feature TEXT,
            action TEXT,
            undone INTEGER
        );
        CREATE INDEX historyRecord ON history (collection, id);
        CREATE INDEX historyCollection ON history (collection);
        CREATE INDEX historyChange ON history (change) WHERE change <> number;
        \(triggers.map { $0.sql + ";" }.joined(separator: "\n"))
        """
}

extension HistoryEntry {
    /// Creates an entry from the columns of ``SQLiteHistory/entries(of:matching:limit:in:)``.
    fileprivate init(_ row: GRDB.Row) throws {
        let position: Int64 = row[6]
        let operation: Operation
        switch row[1] as Int {
        case 0: operation = .inserted
        case 1: operation = .updated
        case 2: operation = .removed
        case 3: operation = .many(Int(position))
        default: throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "an entry of an unknown kind")
        }
        let feature: String? = row[10]
        let cause = try feature.map { feature in
            ChangeCause(
                person: try row.text(at: 8), name: try row.text(at: 9), feature: feature, action: row[11] ?? "",
                undone: row[12])
        }
        self.init(
            number: row[0], change: row[4], operation: operation, id: try row.text(at: 5) ?? "", position: position,
            instant: Instant(bounding: row[7]), before: try row.recordValues(at: 2), after: try row.recordValues(at: 3),
            cause: cause)
    }
}

extension GRDB.Row {
    fileprivate func text(at index: Int) throws -> String? {
        try withUnsafeData(atIndex: index) { data in data.map { String(decoding: $0, as: UTF8.self) } }
    }
}
