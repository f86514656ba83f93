public import FeatureKit

/// A row as a store keeps it.
public struct StoredRow: Sendable, Hashable, Identifiable {
    /// The record's key, unique in its collection.
    public var id: String
    /// The plain values of the record's properties but `id`.
    public var values: [String: FieldValue]
    /// The number of the change that wrote the row: greater than that of any change before in its collection.
    public var revision: Int64

    /// Creates a row.
    public init(id: String, values: [String: FieldValue], revision: Int64) {
        (self.id, self.values, self.revision) = (id, values, revision)
    }
}

/// Rows of a collection, and the moment that they show.
public struct StoredPage: Sendable, Hashable {
    /// The rows, in the order of their insertion.
    public var rows: [StoredRow]
    /// The place to go on from; `nil` if there are no more.
    public var next: RecordCursor?
    /// The moment that the rows show.
    public var token: ChangeToken

    /// Creates a page.
    public init(rows: [StoredRow], next: RecordCursor?, token: ChangeToken) {
        (self.rows, self.next, self.token) = (rows, next, token)
    }
}

/// A place in a collection, between two rows.
public struct RecordCursor: Sendable, Hashable {
    /// The position of the row before; positions grow with insertions and mean nothing else.
    public let position: Int64

    /// Creates a cursor.
    public init(position: Int64) {
        self.position = position
    }
}

/// A moment of a collection: all changes up to a number.
public struct ChangeToken: Sendable, Hashable, Comparable {
    /// The number of the last change; 0 before the first.
    public let number: Int64

    /// Creates a token.
    public init(number: Int64) {
        self.number = number
    }

    /// Whether the first moment comes before the second.
    public static func < (left: ChangeToken, right: ChangeToken) -> Bool { left.number < right.number }
}
