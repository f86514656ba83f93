/// A change to a record that somebody else has changed or removed since the person saw it.
public struct StaleRecord<R: Record>: Error, Sendable, Hashable {
    /// The record's key.
    public let id: String
    /// The record as it is by now; `nil` if it is gone.
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
            ? "there is no such record (any more)"
            : "it was changed meanwhile; look at it as it is now and try again"
    }
}

extension RecordList {
    /// Shows the record as it is by now, after a change to it came too late.
    mutating func show(_ stale: StaleRecord<R>) {
        if let current = stale.current { apply(.updated(current)) } else { removeOwn(stale.id) }
    }
}
