public import FeatureKit

/// A record from a store, with its revision.
public struct Stored<R: Record>: Sendable, Hashable, Identifiable {
    /// The record.
    public let record: R
    /// The record's plain values, as the store keeps them.
    public let values: [String: FieldValue]
    /// The number of the change that wrote the record.
    ///
    /// Updates and deletes pass it as the expected revision.
    public let revision: Int64
    /// The place of the record in the order of insertion (``StoredRow/position``).
    public let position: Int64
    /// The arguments of a button, or the options of a link, that identify the record: its key, as ``RecordFields/id``.
    ///
    /// All sessions that show a record share this dictionary and ``arguments``.
    package let identity: [String: FieldValue]
    /// The arguments of a button that identify the record and its revision.
    package let arguments: [String: FieldValue]
    /// What an index keeps of the record, if the collection has derived it already.
    var indexed: (index: RecordIndex, entry: RecordIndexEntry)?
    /// The titles of the records that this one names, and maybe of others.
    var titles: ReferenceTitles = [:]
    /// The record's key.
    public var id: String { record.id }

    /// Creates a stored record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - revision: The number of the change that wrote the record.
    ///   - position: The record's position. The default is the revision, which suits a record that was just inserted.
    public init(_ record: R, revision: Int64, position: Int64? = nil) {
        self.init(record, values: record.values, revision: revision, position: position ?? revision)
    }

    /// Creates a stored record with values that its type may not know.
    init(_ record: R, values: [String: FieldValue], revision: Int64, position: Int64) {
        (self.record, self.values, self.revision, self.position) = (record, values, revision, position)
        (identity, arguments) = Self.names(of: record.id, revision)
    }

    /// Decodes a row.
    ///
    /// - Throws: ``Misfit`` if the row is not a valid record; `FeatureError` if the type is not flat.
    init(_ row: StoredRow) throws {
        do {
            record = try R(id: row.id, values: row.values)
            (values, revision, position) = (row.values, row.revision, row.position)
            (identity, arguments) = Self.names(of: row.id, row.revision)
        } catch let refusal as InputRefused {
            throw Misfit(row, of: R.self, refusal, refusal.description)
        } catch DecodingError.dataCorrupted(let context) {
            throw Misfit(row, of: R.self, nil, context.debugDescription)
        }
    }
}

extension Stored {
    private static func names(
        of id: String, _ revision: Int64
    ) -> (identity: [String: FieldValue], arguments: [String: FieldValue]) {
        ([RecordFields.id.description.name: .text(id)], RecordFields.arguments(id: id, revision: revision))
    }

    /// Returns what an index keeps of the record.
    func entry(in index: RecordIndex) -> RecordIndexEntry {
        if let indexed, indexed.index == index { return indexed.entry }
        return index.entry(for: values)
    }

    /// Returns whether two records are equal and have the same revision.
    public static func == (left: Stored, right: Stored) -> Bool {
        left.revision == right.revision && left.record == right.record && left.values == right.values
    }

    /// Hashes the record and its revision.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(revision)
        hasher.combine(record)
    }
}

/// A page of records, and the token of the collection's state that the page shows.
public struct RecordPage<R: Record>: Sendable, Hashable {
    /// The records, in the order of their insertion or in the order of the query.
    public var records: [Stored<R>]
    /// The position where the next page begins, or `nil` if this is the last page.
    public var next: RecordCursor?
    /// The token of the last change that the page includes.
    public var token: ChangeToken
    /// The page's rows that are not valid records.
    public var misfits: [Misfit] = []

    /// Creates a page.
    public init(records: [Stored<R>], next: RecordCursor?, token: ChangeToken) {
        (self.records, self.next, self.token) = (records, next, token)
    }

    init(_ page: StoredPage) throws {
        self.init(records: [], next: page.next, token: page.token)
        records.reserveCapacity(page.rows.count)
        for row in page.rows {
            do { records.append(try Stored(row)) } catch let misfit as Misfit { misfits.append(misfit) }
        }
    }
}

/// The sequence of changes that a follower of a live collection receives.
public typealias RecordChanges<R: Record> = ChangeFeed<RecordChange<R>>

/// A change that a live collection sends to its followers.
public enum RecordChange<R: Record>: Sendable, Hashable {
    /// A record was inserted after all other records.
    case inserted(Stored<R>)
    /// A record was updated.
    case updated(Stored<R>)
    /// A record was deleted. The revision is the number of the deletion in the collection's log.
    case deleted(id: String, revision: Int64)
    /// A row was inserted or updated, but its values are not a valid record.
    case misfit(Misfit)
    /// The follower missed changes and must load the records again.
    case reset
    /// The store cannot be read. The text says why. The collection keeps trying.
    case interrupted(String)
    /// The store can be read again. The missed changes follow.
    case resumed

    /// The key of the changed record; `nil` if the change concerns the whole collection.
    var recordID: String? {
        switch self {
        case .inserted(let stored), .updated(let stored): stored.id
        case .deleted(let id, _): id
        case .misfit(let row): row.id
        case .reset, .interrupted, .resumed: nil
        }
    }

    /// The number of the change in the collection's log; `nil` if the change concerns the whole collection.
    var revision: Int64? {
        switch self {
        case .inserted(let stored), .updated(let stored): stored.revision
        case .deleted(_, let revision): revision
        case .misfit(let row): row.revision
        case .reset, .interrupted, .resumed: nil
        }
    }

    /// Decodes a change.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - index: The index that followers use; `nil` if no follower has a query. The entry of the record is derived here
    ///     once, for all followers.
    init(_ change: StoredChange, for index: RecordIndex? = nil) throws {
        func stored(_ row: StoredRow) throws -> Stored<R> {
            var stored = try Stored<R>(row)
            stored.indexed = index.map { ($0, $0.entry(for: row.values)) }
            return stored
        }
        do {
            self =
                switch change {
                case .inserted(let row): .inserted(try stored(row))
                case .updated(let row): .updated(try stored(row))
                case .deleted(let id, let revision): .deleted(id: id, revision: revision)
                }
        } catch let misfit as Misfit { self = .misfit(misfit) }
    }
}
