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

    /// Reads a row.
    ///
    /// - Throws: ``UnreadableRecord`` for a row that is no such record; `FeatureError` for a type that is no flat record.
    init(_ row: StoredRow) throws {
        func unreadable(_ reason: String) -> UnreadableRecord {
            UnreadableRecord(id: row.id, revision: row.revision, reason: reason)
        }
        do {
            (record, values, revision) = (try R(id: row.id, values: row.values), row.values, row.revision)
        } catch let refusal as InputRefused {
            throw unreadable(refusal.description)
        } catch DecodingError.dataCorrupted(let context) {
            throw unreadable(context.debugDescription)
        }
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
    /// The rows that stand among the records but cannot be read.
    public var unreadable: [UnreadableRecord] = []

    /// Creates a page.
    public init(records: [Stored<R>], next: RecordCursor?, token: ChangeToken) {
        (self.records, self.next, self.token) = (records, next, token)
    }

    init(_ page: StoredPage) throws {
        self.init(records: [], next: page.next, token: page.token)
        records.reserveCapacity(page.rows.count)
        for row in page.rows {
            do { records.append(try Stored(row)) } catch let error as UnreadableRecord { unreadable.append(error) }
        }
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
    /// A record was inserted or updated, and cannot be read any more.
    case unreadable(UnreadableRecord)
    /// Changes were missed: what is shown has to be read again.
    case reset
    /// The store cannot be read for now, and why; following goes on by itself when it can.
    case interrupted(String)
    /// The store can be read again; what was missed comes next.
    case resumed

    init(_ change: StoredChange) throws {
        do {
            self =
                switch change {
                case .inserted(let row): .inserted(try Stored(row))
                case .updated(let row): .updated(try Stored(row))
                case .deleted(let id, let revision): .deleted(id: id, revision: revision)
                }
        } catch let error as UnreadableRecord { self = .unreadable(error) }
    }
}
