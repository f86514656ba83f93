import FeatureKit
import FeatureStorage
import Foundation
import GRDB
import GRDBSQLite

/// Collects rows in a temporary table with SQLite's C functions, with many rows per statement.
///
/// No other process waits for a temporary table.
///
/// This takes a third of the time of GRDB's statements. For each row, GRDB allocates an array, a value per column and a
/// copy of each text. In addition, a statement for a single row searches the table and its index from the root each
/// time.
struct SQLiteInsertion: ~Copyable {
    /// The number of rows that one statement inserts.
    static let rowCount = 16

    /// The ranges in ``bytes`` that contain the columns of a row.
    private struct Columns {
        var id = 0..<0
        var key: Range<Int>?
        var values = 0..<0
    }

    private let db: Database
    private let many: Statement
    private let one: Statement
    private var bytes: JSONWriter

    /// Creates the temporary table `loaded`.
    init(in db: Database) throws {
        try db.execute(sql: "DROP TABLE IF EXISTS temp.loaded")
        try db.execute(
            sql: """
                CREATE TEMP TABLE loaded (number INTEGER PRIMARY KEY, id BLOB NOT NULL, uniqueKey BLOB, "values" TEXT NOT NULL)
                """)
        let statements = try [Self.rowCount, 1].map { try db.makeStatement(sql: Self.sql(rows: $0)) }
        (self.db, many, one) = (db, statements[0], statements[1])
        bytes = JSONWriter(capacity: 1 << 13)
    }

    /// Returns the SQL statement that inserts a number of rows.
    private static func sql(rows: Int) -> String {
        let values = (0..<rows).map { row in
            let first = 1 + row * 4
            return "(?\(first), ?\(first + 1), ?\(first + 2), ?\(first + 3))"
        }
        return """
            INSERT INTO temp.loaded (number, id, uniqueKey, "values") VALUES \(values.joined(separator: ", "))
            """
    }

    /// Inserts rows.
    ///
    /// The first row has the given number.
    mutating func add(_ inserts: [RowInsert], from number: Int64) throws {
        var start = 0
        while start < inserts.count {
            let count = inserts.count - start >= Self.rowCount ? Self.rowCount : 1
            try add(inserts[start..<(start + count)], to: count == 1 ? one : many, from: number + Int64(start))
            start += count
        }
    }

    private mutating func add(_ inserts: ArraySlice<RowInsert>, to statement: Statement, from number: Int64) throws {
        bytes.removeAll()
        // Append all bytes before binding any of them, because the buffer may move in memory while it grows.
        let rows = inserts.map { insert in
            var columns = Columns()
            columns.id = bytes.raw(keyBytesOf: insert.id)
            columns.key = insert.uniqueKey.map { bytes.raw(keyBytesOf: $0) }
            let start = bytes.count
            bytes.object(insert.values)
            columns.values = start..<bytes.count
            return columns
        }
        let code = bytes.withBytes { bytes in
            for (index, row) in rows.enumerated() {
                bind(row, of: bytes, at: 1 + Int32(index) * 4, number: number + Int64(index), to: statement)
            }
            let code = sqlite3_step(statement.sqliteStatement)
            // `sqlite3_reset` returns the result code of the last step again, so ignore it.
            sqlite3_reset(statement.sqliteStatement)
            return code
        }
        guard code != SQLITE_DONE else { return }
        let message = db.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }

    /// Binds a row's columns to four parameters.
    ///
    /// The bytes must stay valid until the statement has been executed.
    private func bind(
        _ row: Columns, of bytes: UnsafeBufferPointer<UInt8>, at index: Int32, number: Int64, to statement: Statement
    ) {
        let pointer = statement.sqliteStatement
        sqlite3_bind_int64(pointer, index, number)
        statement.bind(UnsafeBufferPointer(rebasing: bytes[row.id]), at: index + 1)
        if let key = row.key {
            statement.bind(UnsafeBufferPointer(rebasing: bytes[key]), at: index + 2)
        } else {
            sqlite3_bind_null(pointer, index + 2)
        }
        statement.bind(UnsafeBufferPointer(rebasing: bytes[row.values]), asText: true, at: index + 3)
    }
}

extension JSONWriter {
    /// Appends the bytes of a key, as ``Swift/String/blob`` returns them, and returns their range.
    fileprivate mutating func raw(keyBytesOf text: String) -> Range<Int> {
        let start = count
        var key = text.canonical
        key.withUTF8 { raw($0) }
        return start..<count
    }
}
