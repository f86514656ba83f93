/// The number of records that a list's query selects, kept current by the changes that the list follows.
///
/// A count includes the changes up to its token (``RecordCount/token``). Only later changes add to it, each one once. An
/// own write adds to it at once, and its change adds nothing when it arrives.
struct RecordTotal {
    /// The number; `nil` while it is unknown.
    private(set) var count: RecordCount?
    /// The numbers of the own insertions whose changes have not arrived.
    private var ownInsertions: Set<Int64> = []
    /// The keys of the own removals whose changes have not arrived.
    private var ownRemovals: Set<String> = []

    /// Creates a total from a count that includes all own writes.
    init(_ count: RecordCount? = nil) { self.count = count }

    /// Replaces the number by a later count.
    ///
    /// Does nothing if the total includes changes that the count lacks.
    mutating func recount(_ new: RecordCount?) {
        if let token = count?.token {
            guard ownInsertions.isEmpty, ownRemovals.isEmpty, let latest = new?.token, token <= latest else { return }
        }
        self = RecordTotal(new)
    }

    /// Adds a record that was inserted through the list.
    mutating func insertOwn(_ revision: Int64) {
        count?.count += 1
        if count?.token != nil { ownInsertions.insert(revision) }
    }

    /// Subtracts a record that was removed through the list.
    mutating func removeOwn(_ id: String) {
        count?.count -= 1
        if count?.token != nil { ownRemovals.insert(id) }
    }

    /// Adds a change that has arrived.
    mutating func apply(_ change: RecordChange<some Record>) {
        guard let token = count?.token, let number = change.revision, token.number < number else { return }
        count?.token = ChangeToken(number: number)
        switch change {
        case .inserted where ownInsertions.remove(number) == nil: count?.count += 1
        case .deleted(let id, _) where ownRemovals.remove(id) == nil: count?.count -= 1
        default: break
        }
    }
}
