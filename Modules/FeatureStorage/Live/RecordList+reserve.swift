// The reserve of a list: records that were read and are not shown yet.

extension RecordList {
    /// The place at which to read records because too few are left to show; `nil` if nothing must be read.
    ///
    /// Pass the page to ``refill(with:)``.
    package var refillPlace: RecordCursor? { shownCount < goal && reserve.isEmpty ? next : nil }

    /// The maximum number of records to read for the next page, besides the reserve.
    package var readLimit: Int { max(0, pageLimit - reserve.count) }

    /// Shows the page that begins at ``next``, after the records of the reserve.
    package mutating func append(_ page: RecordPage<R>) {
        add(page)
        showMore(reserve.count)
    }

    /// Shows further records of the reserve.
    package mutating func showMore(_ count: Int) {
        goal = shownCount + min(count, reserve.count)
        comeUp()
    }

    /// Adds the page that begins at ``next`` to the reserve, and shows records in place of those that have gone.
    package mutating func refill(with page: RecordPage<R>) {
        add(page)
        comeUp()
    }

    private mutating func add(_ page: RecordPage<R>) {
        // The key of a record can have changed between two pages, so that the record is on both.
        if query != nil {
            let added = Set(page.records.map(\.id))
            loaded.removeAll { added.contains($0.id) }
            reserve.removeAll { added.contains($0.id) }
        }
        // An own record stays last until its place is shown.
        let own = Set(ownInserts.map(\.id))
        reserve += own.isEmpty ? page.records : page.records.filter { !own.contains($0.id) }
        next = page.next
        if query == nil { token = page.token }
    }

    /// Shows records of the reserve until the list shows as many as it should.
    mutating func comeUp() {
        let missing = min(goal - shownCount, reserve.count)
        if missing > 0 {
            loaded += reserve.prefix(missing)
            reserve.removeFirst(missing)
        }
        guard !ownInserts.isEmpty else { return }
        let own = ownInserts
        ownInserts = []
        own.forEach { add($0, isOwn: true) }
    }

    /// Takes the last records beyond the limit into the reserve, of which it keeps a page.
    ///
    /// The next page begins after the last record that stays.
    mutating func dropExcess() {
        if let limit, shownCount > limit {
            while let last = ownInserts.last, shownCount > limit {
                ownInserts.removeLast()
                keep(last)
            }
            let excess = max(0, loaded.count - limit)
            reserve = loaded.suffix(excess) + reserve
            loaded.removeLast(excess)
            goal = limit
        }
        let rest = reserve.count - RecordCollection<R>.pageSize
        guard rest > 0 else { return }
        reserve.removeLast(rest)
        guard let last = reserve.last else { return }
        next =
            query.map { $0.cursor(after: $0.orderKey(last.entry(in: $0.index)), last.position) }
            ?? RecordCursor(position: last.position)
    }

    /// Adds a record to the reserve, if its place is before the next page.
    mutating func keep(_ stored: Stored<R>) {
        guard next.map({ precedes(stored, $0) }) ?? true else { return }
        reserve.insert(stored, at: index(of: stored, in: reserve))
    }
}
