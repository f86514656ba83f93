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
    /// The place of the row in the order of insertion.
    ///
    /// A later insertion has a larger position, and an update keeps the position.
    public var position: Int64

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - values: The plain values of all properties except `id`.
    ///   - revision: The number of the change that wrote the row.
    ///   - position: The row's position. The default is the revision, which suits a row that was just inserted.
    public init(id: String, values: [String: FieldValue], revision: Int64, position: Int64? = nil) {
        (self.id, self.values, self.revision, self.position) = (id, values, revision, position ?? revision)
    }
}

/// A page of rows, and the token of the collection's state that the page shows.
public struct StoredPage: Sendable, Hashable {
    /// The rows, in the order of their insertion or in the order of the query.
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

/// A place between two rows of a collection, in the order of insertion or in the order of a query.
public struct RecordCursor: Sendable, Hashable {
    /// The position of the preceding row.
    public let position: Int64
    /// The key of the preceding row in the query's order; empty in the order of insertion.
    public let key: [UInt8]
    /// The fingerprint of the query whose page ends here (``RecordQuery/fingerprint``); 0 without a query.
    public let query: UInt64

    /// Creates a cursor.
    public init(position: Int64, key: [UInt8] = [], query: UInt64 = 0) {
        (self.position, self.key, self.query) = (position, key, query)
    }
}

/// A state of a collection, identified by the number of its last change.
public struct ChangeToken: Sendable, Hashable, Comparable {
    /// The number of the last change, or 0 before the first change.
    public let number: Int64

    /// The state before the first change.
    static let zero = ChangeToken(number: 0)

    /// Creates a token.
    public init(number: Int64) {
        self.number = number
    }

    /// Returns whether the left state is earlier than the right one.
    public static func < (left: ChangeToken, right: ChangeToken) -> Bool { left.number < right.number }
}
