public import FeatureKit

/// One part of a batch.
public enum RowWrite: Sendable, Hashable {
    /// Adds a row at the end.
    case insert(RowInsert)
    /// Replaces a row's values, if it still has a revision.
    case update(RowInsert, expecting: Int64)
    /// Removes a row, if it still has a revision.
    case delete(id: String, expecting: Int64)
}

/// A row that is to be written.
public struct RowInsert: Sendable, Hashable {
    /// The record's key.
    public var id: String
    /// The plain values of the record's properties but `id`.
    public var values: [String: FieldValue]
    /// A text that no other row of the collection may have; `nil` for none.
    public var uniqueKey: String?

    /// Creates a row to write.
    public init(id: String, values: [String: FieldValue], uniqueKey: String? = nil) {
        (self.id, self.values, self.uniqueKey) = (id, values, uniqueKey)
    }
}

/// What changed in a collection.
public enum StoredChanges: Sendable, Hashable {
    /// Every change since the token that was asked for, in order, and the token to ask with next; `isLast` says that
    /// there were no more at that moment.
    case changes([StoredChange], next: ChangeToken, isLast: Bool)
    /// The log no longer reaches back: what is shown has to be read again.
    case reset
}

/// One change: what became of a row.
public enum StoredChange: Sendable, Hashable {
    /// The row was inserted.
    case inserted(StoredRow)
    /// The row was updated.
    case updated(StoredRow)
    /// The row was deleted by the change of this number.
    case deleted(id: String, revision: Int64)

    /// The key of the row that changed.
    public var id: String {
        switch self {
        case .inserted(let row), .updated(let row): row.id
        case .deleted(let id, _): id
        }
    }

    /// The number of the change.
    public var revision: Int64 {
        switch self {
        case .inserted(let row), .updated(let row): row.revision
        case .deleted(_, let revision): revision
        }
    }
}
