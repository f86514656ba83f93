/// The error of a change to a record that was changed or removed since the person saw it.
public struct StaleRecord<R: Record>: Error, Sendable, Hashable {
    /// The record's key.
    public let id: String
    /// The current record; `nil` if it is gone.
    public let current: Stored<R>?

    /// Creates the error.
    public init(id: String, current: Stored<R>?) {
        (self.id, self.current) = (id, current)
    }
}

extension StaleRecord: CustomStringConvertible {
    /// A text for people.
    public var description: String {
        current == nil
            ? "the record no longer exists"
            : "the record has changed since you loaded it; check its new values and try again"
    }
}

extension RecordList {
    /// Shows the current record after a change to it was refused as stale.
    mutating func show(_ stale: StaleRecord<R>) {
        if let current = stale.current { apply(.updated(current)) } else { removeOwn(stale.id) }
    }
}
