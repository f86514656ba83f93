public import FeatureKit

/// A row of a collection in a store.
public struct StoredRow: Sendable, Hashable, Identifiable {
    /// The record's key, unique in its collection.
    public var id: String
    /// The plain values of all properties except `id`.
    public var values: [String: FieldValue]
    /// The number of the change that wrote the row.
    ///
    /// Each change of a collection has a larger number than the change before it.
    public var revision: Int64

    /// Creates a row.
    public init(id: String, values: [String: FieldValue], revision: Int64) {
        (self.id, self.values, self.revision) = (id, values, revision)
    }
}

/// A page of rows, and the token of the collection's state that the page shows.
public struct StoredPage: Sendable, Hashable {
    /// The rows, in the order of their insertion.
    public var rows: [StoredRow]
    /// The position where the next page begins, or `nil` if this is the last page.
    public var next: RecordCursor?
    /// The token of the last change that the page includes.
    public var token: ChangeToken

    /// Creates a page.
    public init(rows: [StoredRow], next: RecordCursor?, token: ChangeToken) {
        (self.rows, self.next, self.token) = (rows, next, token)
    }
}

/// A position between two rows of a collection.
public struct RecordCursor: Sendable, Hashable {
    /// The position of the preceding row.
    ///
    /// A later insertion has a larger position. The values have no other meaning.
    public let position: Int64

    /// Creates a cursor.
    public init(position: Int64) {
        self.position = position
    }
}

/// A state of a collection, identified by the number of its last change.
public struct ChangeToken: Sendable, Hashable, Comparable {
    /// The number of the last change, or 0 before the first change.
    public let number: Int64

    /// Creates a token.
    public init(number: Int64) {
        self.number = number
    }

    /// Returns whether the left state is earlier than the right one.
    public static func < (left: ChangeToken, right: ChangeToken) -> Bool { left.number < right.number }
}
