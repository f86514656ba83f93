#if PostgreSQL
    import FeatureKit
    import FeatureStorage
    import Foundation

    extension StoredRow {
        /// Creates a row from the columns id, json, number, position.
        ///
        /// If the JSON is not a flat object, the row has no values. In this case only this row is unreadable, not the
        /// whole page.
        ///
        /// - Parameter position: The number of the column `position`.
        init(_ result: PostgreSQLResult, _ row: Int32, position: Int32 = 3) throws {
            let values = RowValues.values(result.bytes(row, 1)) ?? [:]
            self.init(
                id: result.text(row, 0), values: values, revision: result.integer(row, 2),
                position: result.integer(row, position))
        }
    }

    extension StoredChange {
        static let insertKind = 0
        static let updateKind = 1
        static let deleteKind = 2

        /// Creates a change from the columns id, json, number, kind, position.
        init(_ result: PostgreSQLResult, _ row: Int32) throws {
            switch Int(result.integer(row, 3)) {
            case Self.insertKind: self = .inserted(try StoredRow(result, row, position: 4))
            case Self.updateKind: self = .updated(try StoredRow(result, row, position: 4))
            case Self.deleteKind: self = .deleted(id: result.text(row, 0), revision: result.integer(row, 2))
            default: throw StorageError(.unusable, "the database is damaged: it contains a change of an unknown kind")
            }
        }
    }

    extension String {
        /// The bytes of this text as a key.
        ///
        /// Texts that are equal in Swift have equal keys. The bytes may include NUL.
        var keyBytes: [UInt8] {
            Array((utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping).utf8)
        }
    }
#endif
