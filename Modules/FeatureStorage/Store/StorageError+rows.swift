import FeatureKit

extension StorageError {
    /// A row has another revision than was expected, or is gone.
    package static func conflict(id: String) -> StorageError {
        StorageError(
            .conflict, rowID: id,
            "the record \(FieldValue.quote(id)) was changed or removed meanwhile; look at it again")
    }

    /// A key belongs to another row.
    package static func alreadyTaken(id: String, key: String? = nil) -> StorageError {
        StorageError(.alreadyTaken, rowID: id, "\(FieldValue.quote(key ?? id)) is already taken; choose another")
    }
}
