import FeatureKit
import FeatureStorage
import GRDB
import GRDBSQLite

/// Inserts the entries of an index with SQLite's C functions, with many entries per statement.
struct SQLiteEntryInsertion: ~Copyable {
    /// The number of entries that one statement inserts.
    private static let entryCount = 16

    private let db: Database
    private let columns: Int
    private let many: Statement
    private let one: Statement
    private var positions: [Int64] = []
    /// The text and the keys of the collected entries, one after another.
    private var bytes = JSONWriter(capacity: 1 << 12)
    /// The ends of the texts and keys in ``bytes``.
    private var ends: [Int] = []

    init(into table: String, columns: Int, in db: Database) throws {
        let row = "(\(Array(repeating: "?", count: columns + 2).joined(separator: ", ")))"
        func statement(_ rows: Int) throws -> Statement {
            let rows = Array(repeating: row, count: rows).joined(separator: ", ")
            return try db.cachedStatement(sql: "INSERT INTO \(table) VALUES \(rows)")
        }
        (self.db, self.columns) = (db, columns)
        (many, one) = (try statement(Self.entryCount), try statement(1))
    }

    /// Inserts an entry, at the latest when ``finish()`` is called.
    mutating func add(_ entry: RecordIndexEntry, at position: Int64) throws {
        positions.append(position)
        var text = entry.text
        text.withUTF8 { bytes.raw($0) }
        ends.append(bytes.count)
        for key in entry.keys {
            bytes.raw(key)
            ends.append(bytes.count)
        }
        if positions.count == Self.entryCount { try insert(by: many) }
    }

    /// Inserts the entries that are not inserted yet.
    mutating func finish() throws { try insert(by: one) }

    private mutating func insert(by statement: Statement) throws {
        let rows = statement === many ? Self.entryCount : 1
        try bytes.withBytes { bytes in
            var (start, end) = (0, 0)
            for first in stride(from: 0, to: positions.count, by: rows) {
                var parameter: Int32 = 0
                for position in positions[first..<(first + rows)] {
                    parameter += 1
                    sqlite3_bind_int64(statement.sqliteStatement, parameter, position)
                    for column in 0...columns {
                        parameter += 1
                        let part = UnsafeBufferPointer(rebasing: bytes[start..<ends[end]])
                        statement.bind(part, asText: column == 0, at: parameter)
                        start = ends[end]
                        end += 1
                    }
                }
                let code = sqlite3_step(statement.sqliteStatement)
                // `sqlite3_reset` returns the result code of the last step again, so ignore it.
                sqlite3_reset(statement.sqliteStatement)
                guard code == SQLITE_DONE else {
                    let message = db.sqliteConnection.map { String(cString: sqlite3_errmsg($0)) }
                    throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
                }
            }
        }
        positions.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        bytes.removeAll()
    }
}

extension Statement {
    /// Binds bytes as a text or as a blob.
    ///
    /// The bytes must stay valid until the statement has been executed. Binds an empty range as an empty blob, because
    /// SQLite treats an empty buffer as NULL.
    func bind(_ bytes: UnsafeBufferPointer<UInt8>, asText: Bool = false, at parameter: Int32) {
        if asText {
            _ = bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(sqliteStatement, parameter, $0.baseAddress, Int32($0.count), nil)
            }
        } else if bytes.isEmpty {
            sqlite3_bind_zeroblob(sqliteStatement, parameter, 0)
        } else {
            sqlite3_bind_blob(sqliteStatement, parameter, bytes.baseAddress, Int32(bytes.count), nil)
        }
    }
}
