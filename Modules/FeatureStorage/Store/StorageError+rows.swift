import FeatureKit

extension StorageError {
    /// The revision of a row is not the expected one, or the row is gone.
    package static func conflict(id: String) -> StorageError {
        StorageError(
            .conflict, rowID: id,
            "the record \(FieldValue.quote(id)) was changed or removed by another writer; load it again")
    }

    /// A key belongs to another row.
    package static func alreadyTaken(id: String, key: String? = nil) -> StorageError {
        StorageError(.alreadyTaken, rowID: id, "\(FieldValue.quote(key ?? id)) is already taken; choose another")
    }
}
