/// The records that a presenter shows: the loaded pages with all later changes applied.
///
/// The list compares revisions, so a repeated change has no effect. The notification about a change that this list
/// already made has no effect either. A change keeps the order of the loaded records. If another session inserts a
/// record after the loaded pages, the record appears when its page is loaded.
///
/// Apply changes and pages one at a time, as a session's queue does.
package struct RecordList<R: Record>: Sendable, Hashable {
    /// The loaded records, in order.
    private var loaded: [Stored<R>] = []
    /// The records inserted through this list.
    ///
    /// The list shows these records after the loaded pages.
    private var ownInserts: [Stored<R>] = []
    /// The position where the next page begins, or `nil` if all pages are loaded.
    package private(set) var next: RecordCursor?
    /// The token of the last loaded page.
    private var token: ChangeToken
    /// The revisions of the insertions that are newer than the last page, keyed by record key.
    ///
    /// The records at the end of the list are sorted by these revisions.
    private var insertions: [String: Int64] = [:]
    /// The keys of the records that were removed through this list.
    ///
    /// A key is dropped when the change with the deletion arrives.
    private var ownRemovals: Set<String> = []

    /// Creates a list from the first page.
    package init(_ page: RecordPage<R>) {
        (loaded, next, token) = (page.records, page.next, page.token)
    }

    /// Creates a list that has one record and no further page.
    init(_ record: Stored<R>) {
        (loaded, next, token) = ([record], nil, ChangeToken(number: record.revision))
    }

    /// The records to show, in order.
    package var records: [Stored<R>] { loaded + ownInserts }

    /// The number of records that a reload reads: at least one page, and at least as many as are loaded.
    package var reloadLimit: Int { max(RecordCollection<R>.pageSize, loaded.count) }

    /// The maximum number of records in the next page.
    ///
    /// It is the number of loaded records, but at least the standard page size and at most ten times this size.
    ///
    /// The whole screen is rendered again after each page. With a constant page size, the total work would grow with
    /// the square of the list's length.
    package var pageLimit: Int {
        let page = RecordCollection<R>.pageSize
        return min(max(page, loaded.count), 10 * page)
    }

    /// Returns the record with a given key, or `nil` if the list does not show it.
    package func record(_ id: String) -> Stored<R>? {
        loaded.first { $0.id == id } ?? ownInserts.first { $0.id == id }
    }

    /// Appends the page that begins at ``next``.
    package mutating func append(_ page: RecordPage<R>) {
        let added = Set(page.records.map(\.id))
        ownInserts.removeAll { added.contains($0.id) }
        added.forEach { insertions[$0] = nil }
        loaded += page.records
        (next, token) = (page.next, page.token)
        if next == nil {
            loaded += ownInserts
            ownInserts = []
        }
    }

    /// Adds a record that was inserted through this list.
    package mutating func insertOwn(_ stored: Stored<R>) {
        ownRemovals.remove(stored.id)
        if record(stored.id) == nil { add(stored) } else { _ = replace(stored) }
    }

    /// Removes a record that was deleted through this list.
    ///
    /// Notifications about earlier changes to this record are ignored, even if they arrive later.
    package mutating func removeOwn(_ id: String) {
        if remove(where: { $0.id == id }) { ownRemovals.insert(id) }
    }

    /// Applies a change.
    ///
    /// - Returns: A Boolean value that says whether the shown records changed. ``RecordChange/reset``,
    ///   ``RecordChange/interrupted(_:)`` and ``RecordChange/resumed`` do not change the list.
    @discardableResult
    package mutating func apply(_ change: RecordChange<R>) -> Bool {
        switch change {
        case .inserted(let stored):
            guard record(stored.id) == nil else { return replace(stored) }
            guard next == nil, stored.revision > token.number, !ownRemovals.contains(stored.id) else { return false }
            add(stored)
            return true
        case .updated(let stored): return replace(stored)
        case .deleted(let id, let revision):
            ownRemovals.remove(id)
            return remove { $0.id == id && $0.revision < revision }
        case .unreadable(let row): return remove { $0.id == row.id && $0.revision < row.revision }
        case .reset, .interrupted, .resumed: return false
        }
    }

    /// Inserts a record among the newest records at the end of the list.
    ///
    /// These records are sorted by the revisions of their insertions.
    private mutating func add(_ stored: Stored<R>) {
        func index(in records: [Stored<R>]) -> Int {
            records.lastIndex { insertions[$0.id].map { $0 < stored.revision } ?? true }.map { $0 + 1 } ?? 0
        }
        if next == nil {
            loaded.insert(stored, at: index(in: loaded))
        } else {
            ownInserts.insert(stored, at: index(in: ownInserts))
        }
        insertions[stored.id] = stored.revision
    }

    private mutating func remove(where isGone: (Stored<R>) -> Bool) -> Bool {
        let index = loaded.firstIndex(where: isGone)
        let ownIndex = index == nil ? ownInserts.firstIndex(where: isGone) : nil
        guard let gone = index.map({ loaded.remove(at: $0) }) ?? ownIndex.map({ ownInserts.remove(at: $0) }) else {
            return false
        }
        insertions[gone.id] = nil
        return true
    }

    /// Replaces a record if the given revision is newer.
    private mutating func replace(_ stored: Stored<R>) -> Bool {
        if let index = loaded.firstIndex(where: { $0.id == stored.id }) {
            guard loaded[index].revision < stored.revision else { return false }
            loaded[index] = stored
            return true
        }
        if let index = ownInserts.firstIndex(where: { $0.id == stored.id }),
            ownInserts[index].revision < stored.revision
        {
            ownInserts[index] = stored
            return true
        }
        return false
    }
}
