import FeatureKit

extension StorageError {
    /// Returns the error for a row that has another revision than expected or no longer exists.
    package static func conflict(id: String) -> StorageError {
        StorageError(
            .conflict, rowID: id,
            "the record \(FieldValue.quote(id)) was changed or removed by another writer; load it again")
    }

    /// Returns the error for a key that another row already has.
    package static func alreadyTaken(id: String, key: String? = nil) -> StorageError {
        StorageError(.alreadyTaken, rowID: id, "\(FieldValue.quote(key ?? id)) is already taken; choose another")
    }
}
