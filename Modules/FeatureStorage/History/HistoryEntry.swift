public import FeatureKit

/// One change of a record, as a store keeps it: the values before and after, and the cause.
public struct HistoryEntry: Sendable, Hashable {
    /// The kind of a change.
    public enum Operation: Sendable, Hashable {
        /// The record was inserted, or came back.
        case inserted
        /// Values of the record were changed.
        case updated
        /// The record was removed.
        case removed
        /// Many records were written at once, such as by an import. The entry has none of their values.
        case many(Int)

        /// Whether many records were written at once.
        var isOfMany: Bool { if case .many = self { true } else { false } }
    }

    /// The number of the entry.
    ///
    /// A later entry of the collection has a larger number.
    public var number: Int64
    /// The number of the change to which the entry belongs: the number of its first entry.
    ///
    /// All records that one call of an action changes belong to one change.
    public var change: Int64
    /// The kind of the change.
    public var operation: Operation
    /// The record's key; empty for ``Operation/many(_:)``.
    public var id: String
    /// The record's place in the order of insertion (``StoredRow/position``).
    public var position: Int64
    /// When the record was changed.
    public var instant: Instant
    /// The changed values before an update, or all values before a removal.
    public var before: [String: FieldValue]
    /// The changed values after an update, or all values of an inserted record.
    public var after: [String: FieldValue]
    /// The call that changed the record; `nil` for a change outside of an action, and for an older program's.
    public var cause: ChangeCause?

    /// Creates an entry.
    ///
    /// An update keeps only the values that differ.
    public init(
        number: Int64, change: Int64, operation: Operation, id: String, position: Int64, instant: Instant,
        before: [String: FieldValue] = [:], after: [String: FieldValue] = [:], cause: ChangeCause? = nil
    ) {
        (self.number, self.change, self.operation, self.id) = (number, change, operation, id)
        (self.position, self.instant, self.cause) = (position, instant, cause)
        let isUpdate = operation == .updated
        self.before = isUpdate ? before.filter { $0.value != after[$0.key] } : before
        self.after = isUpdate ? after.filter { $0.value != before[$0.key] } : after
    }
}

/// The call of an action that changed records.
public struct ChangeCause: Sendable, Hashable {
    /// The person's id (`Person.id`); `nil` if nobody was known.
    public var person: String?
    /// The person's name; `nil` if nobody was known.
    public var name: String?
    /// The feature's id.
    public var feature: String
    /// The action's name.
    public var action: String
    /// The number of the change that this change takes back; `nil` if it takes back none.
    public var undone: Int64?

    /// Creates a cause.
    public init(person: String?, name: String?, feature: String, action: String, undone: Int64? = nil) {
        (self.person, self.name, self.feature) = (person, name, feature)
        (self.action, self.undone) = (action, undone)
    }

    /// The cause of what the current task writes; `nil` outside of an action.
    public static var current: ChangeCause? { RunningAction.current.map { ChangeCause($0) } }

    /// Creates the cause of what a call writes.
    public init(_ running: RunningAction) {
        self.init(
            person: running.person?.id, name: running.person?.name, feature: running.manifest.id,
            action: running.action, undone: running.undone)
    }
}

/// Selects entries of a collection's history.
public struct HistorySelection: Sendable, Hashable {
    /// The key of a record; `nil` for all records.
    public var id: String?
    /// The number of a change; `nil` for all changes.
    public var change: Int64?
    /// The id of the person who caused the entries; `nil` for all entries.
    public var person: String?
    /// The time from which on entries are selected; `nil` for all times.
    public var since: Instant?
    /// The number before which the entries are; `nil` for the newest entries.
    ///
    /// Pass the number of the last entry to read the next ones.
    public var before: Int64?

    /// Creates a selection; without arguments, of all entries.
    public init(
        id: String? = nil, change: Int64? = nil, person: String? = nil, since: Instant? = nil, before: Int64? = nil
    ) {
        (self.id, self.change, self.person, self.since, self.before) = (id, change, person, since, before)
    }

    /// Returns whether the selection contains an entry.
    public func contains(_ entry: HistoryEntry) -> Bool {
        if let id, entry.id != id { return false }
        if let change, entry.change != change { return false }
        if let person, entry.cause?.person != person { return false }
        if let since, entry.instant < since { return false }
        if let before, entry.number >= before { return false }
        return true
    }
}

/// How long the history of a record type is kept.
public struct RecordHistory: Sendable, Hashable {
    /// The action that takes back a change.
    ///
    /// A feature that lists records adds it to its manifest. `Scene.listing(_:more:)` handles it.
    public static let undo = Action("undo", "Undo", fields: change, record, field, again, rest)

    /// The number of the change that is taken back; the person's last change of the last hour without it.
    ///
    /// A change that was taken back already is passed over, so that calls without a number take back one change after
    /// another.
    public static let change = Field<Int?>(
        "change", "Change", range: 1...Int.max,
        help: "The number of a change, as the answer of an action names it. The default is your last change."
    )
    .role(.change)

    /// The record to which the action is limited; all records of the change without it.
    public static let record = Field<String?>(
        "record", "Record", length: RecordFields.keyLength,
        help: "The key of a record. Only the effect of the change on this record is taken back."
    )
    .role(.changedRow)

    /// The field whose value before the change is brought back, whatever was changed later.
    public static let field = Field<String?>(
        "field", "Field", length: 1...200,
        help:
            "The name of a field. Its value before the change is brought back, and later changes of it are overwritten."
    )
    .role(.changedField)

    /// Whether the last change that the person took back is done again.
    ///
    /// Nothing can be done again after a new change. With a number, `change` is the one that took it back.
    public static let again = Field<Bool>(
        "again", "Again", default: false, help: "Does again what you have taken back last."
    )
    .role(.changeAgain)

    /// Whether only the records that no later change prevents are changed back, and the others stay as they are.
    public static let rest = Field<Bool>(
        "rest", "Rest", default: false, help: "Leaves out records that have changed since, and takes back the rest."
    )
    .role(.changeRest)

    /// The time for which entries are kept.
    public var keeps: Duration

    /// Creates a rule.
    ///
    /// - Parameter keeps: The time for which entries are kept. The default is a year of 365 days.
    public init(keeps: Duration = .seconds(365 * 86_400)) { self.keeps = keeps }

    /// The time before which entries are removed.
    var beginning: Instant {
        // A longer time than the calendar has means that the entries stay.
        let age = min(keeps / .milliseconds(1), 1e15)
        return Instant(bounding: Instant.now.millisecondsSince1970 - Int(age))
    }

    /// Returns the button that takes back a change.
    ///
    /// - Parameter choice: ``again`` or ``rest``; `nil` for neither.
    package static func button(of change: Int64, with choice: Field<Bool>? = nil) -> Button {
        var arguments = [Self.change.description.name: FieldValue.integer(Int(change))]
        if let choice { arguments[choice.description.name] = .boolean(true) }
        let isAgain = choice?.description.name == again.description.name
        return Button(undo, title: isAgain ? "Redo" : undo.title, arguments: arguments)
    }

    /// Returns the button that takes back a change in as many of its records as is possible; `nil` if there are none.
    ///
    /// - Parameters:
    ///   - count: The number of records that no later change prevents.
    ///   - all: The number of the change's records.
    package static func button(of change: Int64, for count: Int, among all: Int) -> Button? {
        guard count > 0 else { return nil }
        guard count < all else { return button(of: change) }
        var button = button(of: change, with: rest)
        button.title = count == 1 ? "Undo the other one" : "Undo the other \(count.grouped)"
        return button
    }

    /// Returns whether the store still has all entries since a moment.
    func keepsAll(since instant: Instant) -> Bool { beginning < instant }

    /// The number of entries that a store removes at once.
    package static let trimStep = 1000
    /// The greatest number of writes of a batch whose writes have entries of their own.
    package static let batchLimit = 1000
}
