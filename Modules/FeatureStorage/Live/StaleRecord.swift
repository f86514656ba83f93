/// The error for a change to a record that was changed or removed after the person saw it.
public struct StaleRecord<R: Record>: Error, Sendable, Hashable {
    /// The record's key.
    public let id: String
    /// The current record, or `nil` if there is none.
    public let current: Stored<R>?

    /// Creates an error for a stale record.
    public init(id: String, current: Stored<R>?) {
        (self.id, self.current) = (id, current)
    }
}

extension StaleRecord: CustomStringConvertible {
    /// The error message.
    public var description: String {
        current == nil
            ? "there is no such record, or it has been removed"
            : Self.changed
    }

    /// The error message for a record that still exists.
    static var changed: String { "the record has changed since you loaded it; check its new values and try again" }

    /// The error message for a person.
    var advice: String {
        current == nil
            ? "This record has been removed."
            : "Another person has changed this record. Check its new values and try again."
    }
}

/// The error for a change to several records, some of which were changed or removed after the person saw them.
///
/// No record has been changed.
public struct StaleRecords<R: Record>: Error, Sendable, Hashable {
    /// The records that were changed or removed, one or more.
    public let records: [StaleRecord<R>]

    /// Creates an error for stale records.
    public init(records: [StaleRecord<R>]) { self.records = records }
}

extension RecordList {
    /// Replaces the stale record with the current one, after a change was refused.
    mutating func show(_ stale: StaleRecord<R>) {
        if let current = stale.current { apply(.updated(current)) } else { removeOwn(stale.id) }
    }
}
