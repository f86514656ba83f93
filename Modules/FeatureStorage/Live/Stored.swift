public import FeatureKit

/// A record as it is kept: with its revision.
public struct Stored<R: Record>: Sendable, Hashable, Identifiable {
    /// The record.
    public let record: R
    /// The record's plain values, for machines; those that the store keeps.
    public let values: [String: FieldValue]
    /// The number of the change that wrote it; what an update or a delete expects.
    public let revision: Int64
    /// The record's key.
    public var id: String { record.id }

    /// Creates a stored record.
    public init(_ record: R, revision: Int64) {
        (self.record, values, self.revision) = (record, record.values, revision)
    }

    init(_ row: StoredRow) throws {
        (record, values, revision) = (try R(id: row.id, values: row.values), row.values, row.revision)
    }
}

/// Records of a collection, and the moment that they show.
public struct RecordPage<R: Record>: Sendable, Hashable {
    /// The records, in the order of their insertion.
    public var records: [Stored<R>]
    /// The place to go on from; `nil` if there are no more.
    public var next: RecordCursor?
    /// The moment that the records show.
    public var token: ChangeToken

    /// Creates a page.
    public init(records: [Stored<R>], next: RecordCursor?, token: ChangeToken) {
        (self.records, self.next, self.token) = (records, next, token)
    }

    init(_ page: StoredPage) throws {
        self.init(records: try page.rows.map { try Stored($0) }, next: page.next, token: page.token)
    }
}

/// The changes of a live collection, for one who follows them.
public typealias RecordChanges<R: Record> = ChangeFeed<RecordChange<R>>

/// What a live collection tells those who follow it.
public enum RecordChange<R: Record>: Sendable, Hashable {
    /// A record was inserted, after all others.
    case inserted(Stored<R>)
    /// A record was updated.
    case updated(Stored<R>)
    /// A record was deleted by the change of this number.
    case deleted(id: String, revision: Int64)
    /// Changes were missed: what is shown has to be read again.
    case reset
    /// The store cannot be read for now, and why; following goes on by itself when it can.
    case interrupted(String)
    /// The store can be read again; what was missed comes next.
    case resumed

    init(_ change: StoredChange) throws {
        self =
            switch change {
            case .inserted(let row): .inserted(try Stored(row))
            case .updated(let row): .updated(try Stored(row))
            case .deleted(let id, let revision): .deleted(id: id, revision: revision)
            }
    }
}
