/// The records that a presenter shows: the loaded pages with all later changes applied.
///
/// The list compares revisions, so a repeated change has no effect. The notification about a change that this list
/// already made has no effect either. Without a query, the list is in the order of insertion. With a query, it contains
/// only the records that the query selects, in the order of the query: a change can make a record come, move or go. A
/// record that belongs after the loaded pages appears when its page is loaded. In the order of insertion, an own new
/// record is shown last at once.
///
/// When a shown record goes, the next one comes up from the reserve: records that were read and are not shown yet. The
/// reserve saves a read for each record that goes. A list with a limit puts its last records back when a change brings
/// more. They are further records then.
///
/// Apply changes and pages one at a time, as a session's queue does.
package struct RecordList<R: Record>: Sendable, Hashable {
    /// Selects and orders the records; `nil` for all records in the order of insertion.
    package let query: RecordQuery?
    /// The greatest number of records to show; `nil` for no limit.
    let limit: Int?
    /// The shown records that pages and changes have brought, in order.
    var loaded: [Stored<R>] = []
    /// The records between the shown ones and ``next``, in order.
    var reserve: [Stored<R>] = []
    /// The number of records that the list shows as long as there are so many.
    var goal: Int
    /// The records inserted through this list that belong after the loaded pages, in the order of insertion.
    package internal(set) var ownInserts: [Stored<R>] = []
    /// The place where the next page begins, or `nil` if all pages are loaded.
    package internal(set) var next: RecordCursor?
    /// The token of the last loaded page; with a query, the token of the first page.
    ///
    /// A record that is not in the list cannot come by a change before this token. With a query, a change after the token
    /// of the first page can concern the range of this page, even if a later page already includes the change.
    var token: ChangeToken
    /// The keys of the records that were removed through this list.
    ///
    /// A key is dropped when the change with the deletion arrives.
    private var ownRemovals: Set<String> = []

    /// Where a record is after it was inserted or changed through the list.
    package enum OwnPlace: Sendable {
        /// The list shows the record.
        case shown
        /// The query does not select the record.
        case unselected
        /// The record belongs after the loaded pages.
        case further
    }

    /// Creates a list from the first page.
    package init(_ page: RecordPage<R>, matching query: RecordQuery? = nil, limit: Int? = nil) {
        (loaded, goal, next, token) = (page.records, page.records.count, page.next, page.token)
        (self.query, self.limit) = (query, limit)
    }

    /// Creates a list that has one record and no further page.
    init(_ record: Stored<R>) {
        (loaded, goal, next, token) = ([record], 1, nil, ChangeToken(number: record.revision))
        (query, limit) = (nil, nil)
    }

    /// The records to show, in order.
    package var records: [Stored<R>] { ownInserts.isEmpty ? loaded : loaded + ownInserts }

    /// Whether there are further records, which the list does not show.
    package var hasMore: Bool { next != nil || !reserve.isEmpty }

    /// Whether there are further records, which the limit keeps from being shown.
    package var isFull: Bool { hasMore && room == 0 }

    /// The number of all records that the query selects; `nil` if not all of them are known.
    package var wholeCount: Int? { next == nil ? shownCount + reserve.count : nil }

    var shownCount: Int { loaded.count + ownInserts.count }

    /// The number of records that the list may still show; `nil` for no limit.
    private var room: Int? { limit.map { max(0, $0 - shownCount) } }

    /// The number of records that a reload reads: at least one page, and at least as many as are to be shown.
    package var reloadLimit: Int { max(RecordCollection<R>.pageSize, loaded.count, goal) }

    /// The maximum number of records by which the next page makes the list longer.
    ///
    /// It is the number of loaded records, but at least the standard page size and at most ten times this size. A limit
    /// can make it smaller.
    ///
    /// The whole screen is rendered again after each page. With a constant page size, the total work would grow with
    /// the square of the list's length.
    package var pageLimit: Int {
        let page = RecordCollection<R>.pageSize
        let size = min(max(page, loaded.count), 10 * page)
        return min(size, room ?? size)
    }

    /// Returns the record with a given key, or `nil` if the list does not show it.
    package func record(_ id: String) -> Stored<R>? {
        loaded.first { $0.id == id } ?? ownInserts.first { $0.id == id }
    }

    /// Adds a record that was inserted through this list.
    ///
    /// In the order of insertion, the list shows a record last that belongs after the loaded pages.
    @discardableResult
    package mutating func insertOwn(_ stored: Stored<R>) -> OwnPlace {
        ownRemovals.remove(stored.id)
        guard selects(stored) else { return .unselected }
        // A page that was read meanwhile may contain the record.
        reserve.removeAll { $0.id == stored.id }
        if record(stored.id) == nil { add(stored, isOwn: true) } else { _ = replace(stored) }
        return record(stored.id) == nil ? .further : .shown
    }

    /// Adds a record that came back through this list, at its old place.
    @discardableResult
    package mutating func restoreOwn(_ stored: Stored<R>) -> OwnPlace {
        ownRemovals.remove(stored.id)
        apply(.inserted(stored))
        if record(stored.id) != nil { return .shown }
        return selects(stored) ? .further : .unselected
    }

    /// Replaces a record that was changed through this list.
    @discardableResult
    package mutating func changeOwn(_ stored: Stored<R>) -> OwnPlace {
        // Another process may have inserted the record a moment ago.
        apply(.inserted(stored))
        if record(stored.id) != nil { return .shown }
        return selects(stored) ? .further : .unselected
    }

    /// Removes a record that was deleted through this list.
    ///
    /// Notifications about earlier changes to this record are ignored, even if they arrive later.
    ///
    /// - Returns: Whether the list showed the record.
    @discardableResult
    package mutating func removeOwn(_ id: String) -> Bool {
        let count = shownCount + reserve.count
        let wasShown = remove { $0.id == id }
        if shownCount + reserve.count < count { ownRemovals.insert(id) }
        return wasShown
    }

    /// Applies a change.
    ///
    /// - Returns: A Boolean value that says whether the shown records changed. ``RecordChange/reset``,
    ///   ``RecordChange/interrupted(_:)`` and ``RecordChange/resumed`` do not change the list.
    @discardableResult
    package mutating func apply(_ change: RecordChange<R>) -> Bool {
        switch change {
        case .inserted(let stored): return record(stored.id) == nil ? come(stored) : replace(stored)
        case .updated(let stored):
            let mayCome = query != nil || reserve.contains { $0.id == stored.id }
            return mayCome && record(stored.id) == nil ? come(stored) : replace(stored)
        case .deleted(let id, let revision):
            ownRemovals.remove(id)
            return remove { $0.id == id && $0.revision < revision }
        case .misfit(let row): return remove { $0.id == row.id && $0.revision < row.revision }
        case .reset, .interrupted, .resumed: return false
        }
    }

    /// Adds a record that a change has brought, if the query selects it and its place is among the loaded records.
    private mutating func come(_ stored: Stored<R>) -> Bool {
        if let index = reserve.firstIndex(where: { $0.id == stored.id }) {
            guard reserve[index].revision < stored.revision else { return false }
            reserve.remove(at: index)
        } else if stored.revision <= token.number || ownRemovals.contains(stored.id) {
            return false
        }
        return selects(stored) && add(stored, isOwn: false)
    }

    private func selects(_ stored: Stored<R>) -> Bool {
        query.map { $0.selectsAll || $0.matches(stored.entry(in: $0.index)) } ?? true
    }

    private func precedes(_ left: Stored<R>, _ right: Stored<R>) -> Bool {
        guard let query else { return left.position < right.position }
        return query.precedes(place(left, in: query), place(right, in: query))
    }

    /// Returns whether a record's place is before the next page, which begins after the place of the cursor.
    func precedes(_ stored: Stored<R>, _ next: RecordCursor) -> Bool {
        guard let query else { return stored.position <= next.position }
        return !query.precedes((next.key, next.position), place(stored, in: query))
    }

    private func place(_ stored: Stored<R>, in query: RecordQuery) -> (key: [UInt8], position: Int64) {
        (query.order == nil ? [] : query.orderKey(stored.entry(in: query.index)), stored.position)
    }

    /// Adds a record at its place.
    ///
    /// A place after the shown records is shown only for an own record in the order of insertion. Such records come last.
    /// In another order, the last place would be a wrong place.
    ///
    /// - Returns: Whether the shown records changed.
    @discardableResult
    mutating func add(_ stored: Stored<R>, isOwn: Bool) -> Bool {
        defer { dropExcess() }
        let place = index(of: stored, in: loaded)
        // The last shown record may have moved or gone since its page was loaded.
        let isNext = reserve.first.map { precedes(stored, $0) } ?? next.map { precedes(stored, $0) } ?? true
        if place < loaded.count || isNext {
            loaded.insert(stored, at: place)
        } else if isOwn, query?.order == nil {
            ownInserts.insert(stored, at: index(of: stored, in: ownInserts))
        } else {
            keep(stored)
            return false
        }
        return true
    }

    func index(of stored: Stored<R>, in records: [Stored<R>]) -> Int {
        records.lastIndex { !precedes(stored, $0) }.map { $0 + 1 } ?? 0
    }

    /// Removes a record, shows the next one in its place, and returns whether it was shown.
    private mutating func remove(where isGone: (Stored<R>) -> Bool) -> Bool {
        defer { comeUp() }
        return take(where: isGone)
    }

    private mutating func take(where isGone: (Stored<R>) -> Bool) -> Bool {
        if let index = loaded.firstIndex(where: isGone) {
            loaded.remove(at: index)
        } else if let index = ownInserts.firstIndex(where: isGone) {
            ownInserts.remove(at: index)
        } else {
            if let index = reserve.firstIndex(where: isGone) { reserve.remove(at: index) }
            return false
        }
        return true
    }

    /// Replaces a record if the given revision is newer.
    ///
    /// With a query, the record may move or go.
    @discardableResult
    private mutating func replace(_ stored: Stored<R>) -> Bool {
        let index = loaded.firstIndex { $0.id == stored.id }
        let ownIndex = index == nil ? ownInserts.firstIndex { $0.id == stored.id } : nil
        guard let old = index.map({ loaded[$0] }) ?? ownIndex.map({ ownInserts[$0] }), old.revision < stored.revision
        else { return false }
        if let query, !selects(stored) || query.order != nil && (precedes(old, stored) || precedes(stored, old)) {
            _ = take { $0.id == stored.id }
            if selects(stored) { add(stored, isOwn: ownIndex != nil) }
            comeUp()
        } else if let index {
            loaded[index] = stored
        } else if let ownIndex {
            ownInserts[ownIndex] = stored
        }
        return true
    }
}
