import FeatureKit
import FeatureStorage
import Foundation
import GRDB

extension StoredRow {
    /// Creates a row from the columns id, values, number, position.
    ///
    /// - Parameter position: The number of the column `position`.
    init(_ row: GRDB.Row, position: Int = 3) throws {
        self.init(
            id: try row.recordID(), values: try row.recordValues(), revision: row[2], position: row[position])
    }
}

extension StoredChange {
    static let insertKind = 0
    static let updateKind = 1
    static let deleteKind = 2

    /// Creates a change from the columns id, values, number, kind, position.
    init(_ row: GRDB.Row) throws {
        switch row[3] as Int {
        case Self.insertKind: self = .inserted(try StoredRow(row, position: 4))
        case Self.updateKind: self = .updated(try StoredRow(row, position: 4))
        case Self.deleteKind: self = .deleted(id: try row.recordID(), revision: row[2])
        default: throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a change of an unknown kind")
        }
    }
}

extension GRDB.Row {
    fileprivate func recordID() throws -> String {
        try withUnsafeData(atIndex: 0) { String(decoding: $0 ?? Data(), as: UTF8.self) }
    }

    /// Returns a record's values from a column with their JSON.
    ///
    /// The dictionary is empty if the column is not a flat JSON object. In this case only this row is unreadable.
    func recordValues(at column: Int = 1) throws -> [String: FieldValue] {
        try withUnsafeData(atIndex: column) { data in
            data?.withUnsafeBytes { RowValues.values($0.bindMemory(to: UInt8.self)) } ?? [:]
        }
    }
}
