public import FeatureKit

/// A single write in a batch.
public enum RowWrite: Sendable, Hashable {
    /// Inserts a row after all other rows.
    case insert(RowInsert)
    /// Inserts a row that was removed, at its old position.
    case restore(RowInsert, position: Int64)
    /// Replaces a row's values if the row has the expected revision.
    case update(RowInsert, expecting: Int64)
    /// Removes a row if it has the expected revision.
    case delete(id: String, expecting: Int64)
}

/// The writes of a batch to one collection.
public struct CollectionWrites: Sendable, Hashable {
    /// The collection's name.
    public var collection: String
    /// The writes, in their order.
    public var writes: [RowWrite]

    /// Creates a value.
    public init(_ collection: String, _ writes: [RowWrite]) { (self.collection, self.writes) = (collection, writes) }
}

extension [CollectionWrites] {
    /// Whether the batch is so large that its writes have no entries of their own in the history.
    package var isOfMany: Bool { reduce(0) { $0 + $1.writes.count } > RecordHistory.batchLimit }
}

/// A row to write.
public struct RowInsert: Sendable, Hashable {
    /// The record's key.
    public var id: String
    /// The plain values of all properties except `id`.
    public var values: [String: FieldValue]
    /// A text that no other row of the collection may have, or `nil`.
    public var uniqueKey: String?

    /// Creates a row to write.
    public init(id: String, values: [String: FieldValue], uniqueKey: String? = nil) {
        (self.id, self.values, self.uniqueKey) = (id, values, uniqueKey)
    }
}

/// The changes of a collection after a token.
public enum StoredChanges: Sendable, Hashable {
    /// The changes after the token, in order, and the token for the next call. `isLast` is true if no more changes
    /// follow.
    case changes([StoredChange], next: ChangeToken, isLast: Bool)
    /// The log no longer contains all changes after the token. Read the collection again.
    case reset
}

/// One change of a row.
public enum StoredChange: Sendable, Hashable {
    /// The row was inserted.
    case inserted(StoredRow)
    /// The row was updated.
    case updated(StoredRow)
    /// The row was deleted. The revision is the number of the deletion in the collection's log.
    case deleted(id: String, revision: Int64)

    /// The key of the row that changed.
    public var id: String {
        switch self {
        case .inserted(let row), .updated(let row): row.id
        case .deleted(let id, _): id
        }
    }

    /// The number of the change in the collection's log.
    public var revision: Int64 {
        switch self {
        case .inserted(let row), .updated(let row): row.revision
        case .deleted(_, let revision): revision
        }
    }
}
