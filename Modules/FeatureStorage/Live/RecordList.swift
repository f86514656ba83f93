/// The records that a presenter shows: the loaded pages, kept current by changes.
///
/// It compares revisions, so a repeated change and the echo of an own write have no effect. Changes keep the order of
/// the loaded records. A record inserted elsewhere, behind the loaded pages, appears when its page is loaded.
///
/// Apply changes and pages one at a time, as a session's queue of work does.
package struct RecordList<R: Record>: Sendable, Hashable {
    /// The loaded records, in order.
    private var loaded: [Stored<R>] = []
    /// The records inserted through this list, behind the loaded pages.
    private var ownInserts: [Stored<R>] = []
    /// The place where the next page begins; `nil` if all pages are loaded.
    package private(set) var next: RecordCursor?
    /// The token of the last loaded page.
    private var token: ChangeToken
    /// The revisions of the insertions that are newer than the last page; they order the end of the list.
    private var insertions: [String: Int64] = [:]
    /// The keys removed through this list whose deletion has not come back as a change yet.
    private var ownRemovals: Set<String> = []

    /// Creates a list from the first page.
    package init(_ page: RecordPage<R>) {
        (loaded, next, token) = (page.records, page.next, page.token)
    }

    /// The records to show, in order.
    package var records: [Stored<R>] { loaded + ownInserts }

    /// How many records a reload reads to show the same ones again.
    package var reloadLimit: Int { max(RecordCollection<R>.pageSize, loaded.count) }

    /// How many records the next page has: as many as are loaded, from one page to ten.
    ///
    /// Each page redraws the whole screen. With pages of one size, a long list would cost the square of its length.
    package var pageLimit: Int {
        let page = RecordCollection<R>.pageSize
        return min(max(page, loaded.count), 10 * page)
    }

    /// Returns the record with a key, or `nil` if it is not shown.
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

    /// Shows a record inserted through this list.
    package mutating func insertOwn(_ stored: Stored<R>) {
        ownRemovals.remove(stored.id)
        if record(stored.id) == nil { add(stored) } else { _ = replace(stored) }
    }

    /// Hides a record deleted through this list, and ignores earlier changes to it that arrive later.
    package mutating func removeOwn(_ id: String) {
        if remove(where: { $0.id == id }) { ownRemovals.insert(id) }
    }

    /// Applies a change.
    ///
    /// - Returns: Whether the shown records changed. ``RecordChange/reset``, ``RecordChange/interrupted(_:)`` and
    ///   ``RecordChange/resumed`` change nothing here.
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

    /// Inserts a record at the end, in the order of the insertions' revisions.
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

    /// Replaces a record with a newer revision of it.
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
