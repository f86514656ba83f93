/// The records that a presenter shows: pages that were loaded, kept current by changes.
///
/// It knows what it has seen by revisions, so a change that comes twice, or an echo of one's own write, changes nothing.
/// Order and loaded pages stay: a record that others insert behind the loaded pages comes with its page.
///
/// Changes and pages must be applied one after the other, as a session's queue of work does.
package struct RecordList<R: Record>: Sendable, Hashable {
    /// What was loaded, in order.
    private var loaded: [Stored<R>] = []
    /// What one inserted oneself behind the loaded pages.
    private var own: [Stored<R>] = []
    /// The place where the next page begins; `nil` if everything was loaded.
    package private(set) var next: RecordCursor?
    /// The moment that the last page showed.
    private var token: ChangeToken
    /// The numbers of the insertions that came after their page: the order of what stands at the end.
    private var insertions: [String: Int64] = [:]
    /// What one removed oneself, until the change comes round.
    private var removed: Set<String> = []

    /// Creates the list of a first page.
    package init(_ page: RecordPage<R>) {
        (loaded, next, token) = (page.records, page.next, page.token)
    }

    /// The records to show, in order.
    package var records: [Stored<R>] { loaded + own }

    /// How many records to read to show the same again.
    package var reloadLimit: Int { max(RecordCollection<R>.pageSize, loaded.count) }

    /// How many records to read as the page that begins at ``next``: as many as are shown, from one page to ten.
    ///
    /// Each page has the whole screen made anew; pages that stay small would make a long list cost the square of its length.
    package var pageLimit: Int {
        let page = RecordCollection<R>.pageSize
        return min(max(page, loaded.count), 10 * page)
    }

    /// Returns the record of a key, or `nil` if it is not shown.
    package func record(_ id: String) -> Stored<R>? {
        loaded.first { $0.id == id } ?? own.first { $0.id == id }
    }

    /// Adds the page that begins at ``next``.
    package mutating func append(_ page: RecordPage<R>) {
        let added = Set(page.records.map(\.id))
        own.removeAll { added.contains($0.id) }
        added.forEach { insertions[$0] = nil }
        loaded += page.records
        (next, token) = (page.next, page.token)
        if next == nil {
            loaded += own
            own = []
        }
    }

    /// Shows a record that one has inserted oneself.
    package mutating func insertOwn(_ stored: Stored<R>) {
        removed.remove(stored.id)
        if record(stored.id) == nil { add(stored) } else { _ = replace(stored) }
    }

    /// Takes away a record that one has deleted oneself; changes to it that were made before come too late.
    package mutating func removeOwn(_ id: String) {
        if remove(where: { $0.id == id }) { removed.insert(id) }
    }

    /// Applies a change.
    ///
    /// - Returns: Whether anything is shown differently. ``RecordChange/reset`` and the like change nothing here.
    @discardableResult
    package mutating func apply(_ change: RecordChange<R>) -> Bool {
        switch change {
        case .inserted(let stored):
            guard record(stored.id) == nil else { return replace(stored) }
            guard next == nil, stored.revision > token.number, !removed.contains(stored.id) else { return false }
            add(stored)
            return true
        case .updated(let stored): return replace(stored)
        case .deleted(let id, let revision):
            removed.remove(id)
            return remove { $0.id == id && $0.revision < revision }
        case .unreadable(let row): return remove { $0.id == row.id && $0.revision < row.revision }
        case .reset, .interrupted, .resumed: return false
        }
    }

    /// Puts a record at the end, before those that were inserted after it.
    private mutating func add(_ stored: Stored<R>) {
        func index(in records: [Stored<R>]) -> Int {
            records.lastIndex { insertions[$0.id].map { $0 < stored.revision } ?? true }.map { $0 + 1 } ?? 0
        }
        if next == nil {
            loaded.insert(stored, at: index(in: loaded))
        } else {
            own.insert(stored, at: index(in: own))
        }
        insertions[stored.id] = stored.revision
    }

    private mutating func remove(where isGone: (Stored<R>) -> Bool) -> Bool {
        let index = loaded.firstIndex(where: isGone)
        let ownIndex = index == nil ? own.firstIndex(where: isGone) : nil
        guard let gone = index.map({ loaded.remove(at: $0) }) ?? ownIndex.map({ own.remove(at: $0) }) else {
            return false
        }
        insertions[gone.id] = nil
        return true
    }

    /// Puts a newer state of a record in its place.
    private mutating func replace(_ stored: Stored<R>) -> Bool {
        if let index = loaded.firstIndex(where: { $0.id == stored.id }) {
            guard loaded[index].revision < stored.revision else { return false }
            loaded[index] = stored
            return true
        }
        if let index = own.firstIndex(where: { $0.id == stored.id }), own[index].revision < stored.revision {
            own[index] = stored
            return true
        }
        return false
    }
}
