package import FeatureKit

extension LiveRecords {
    /// Reads the first page of a query, and the number of its records if it is kept.
    func readList(
        matching query: RecordQuery?, reloading old: RecordList<R>?
    ) async throws -> (RecordList<R>, [Misfit]) {
        let size = old?.reloadLimit ?? RecordCollection<R>.pageSize
        let limit = min(size, rowLimit ?? size)
        let page: RecordPage<R> =
            if let query { try await service.page(matching: query, after: nil, limit: limit) } else {
                try await service.page(after: nil, limit: limit)
            }
        try Task.checkCancellation()
        let keptToken = Self.keepsTotal(of: query) ? page.token : nil
        // A list on one page needs no count.
        if page.next == nil {
            counts?.pause()
            tally = RecordTotal(RecordCount(page.records.count + page.misfits.count, upTo: keptToken))
        } else if let counts {
            // All sessions that follow a query share its counts. Follow it first, so that this count is shared too.
            counts.follow(query, from: keptToken)
            do {
                var count = try await service.count(matching: query)
                // Changes before the page do not arrive again. A shared count that began before them lacks them.
                if let token = count?.token, let keptToken, token < keptToken {
                    count = try await service.count(matching: query)
                }
                try Task.checkCancellation()
                tally = RecordTotal(count)
            } catch {
                followCount()
                throw error
            }
        }
        return (RecordList(page, matching: query, limit: rowLimit), page.misfits)
    }

    /// The number of records that the query selects; `nil` while it is unknown.
    package var total: RecordCount? {
        guard counts != nil else { return nil }
        return list?.wholeCount.map { RecordCount($0) } ?? tally.count
    }

    /// Whether each change says how it changes the number of records.
    var keepsTotal: Bool { Self.keepsTotal(of: query) }

    private static func keepsTotal(of query: RecordQuery?) -> Bool { query?.selectsAll ?? true }

    /// Follows the count of the shown list, if it has further pages.
    func followCount() {
        if list?.next == nil { counts?.pause() } else { counts?.follow(query) }
    }

    /// Keeps ``total`` from now on.
    ///
    /// - Returns: A signal for each new count; `nil` if only this launch can change the records.
    package func countChanges() -> ChangeFeed<Void>? {
        counts = service.counts() ?? RecordCounts(ChangeFeed.make(limit: 1, missed: ()) {}.feed) { _, _ in }
        return counts?.changes
    }

    /// Shows the records that a query selects, in its order.
    ///
    /// The shown records stay until the new ones are read. If reading fails, the old query stays.
    ///
    /// - Parameters:
    ///   - query: The query; `nil` for all records in the order of insertion.
    ///   - change: Called before the records are reported, unless reading fails.
    /// - Throws: Any error of the service.
    package func browse(_ query: RecordQuery?, then change: () -> Void) async throws {
        let (query, problems) = await resolved(query)
        let isSame = query == self.query && isLoaded
        guard place == .list, !isSame else {
            // The list of another query is read when it is shown again.
            if !isSame { (self.query, list, tally) = (query, nil, RecordTotal()) }
            filterProblems = problems
            change()
            return await showNamed()
        }
        let (new, misfits) = try await readList(matching: query, reloading: nil)
        (self.query, list, self.misfits, hasRefillFailed) = (query, new, misfits, false)
        filterProblems = problems
        change()
        await nameReferences()
        end(misfits)
    }

    /// Reads the number of records again after a signal, and shows it if it has changed.
    package func recount() async {
        let counted = query
        // The length of a list whose pages are all loaded is its count.
        guard list?.next != nil, place == .list else { return }
        let count: RecordCount?
        do { count = try await service.count(matching: counted) } catch { return }
        // The person may have browsed meanwhile.
        guard query == counted, list?.next != nil, !hasFailed else { return }
        let old = total
        if keepsTotal { tally.recount(count) } else { tally = RecordTotal(count) }
        if total != old { show() }
    }

    /// The words for a list that is full and has further records; `nil` for any other list.
    var full: FullList? {
        guard place == .list, let list, list.isFull else { return nil }
        let size = "\(list.records.count.grouped) \(name)"
        // A list that cannot be browsed has no counts.
        return counts == nil
            ? FullList(text: "Further \(name) are not shown.", refusal: "the list shows \(size), its maximum")
            : FullList(
                text: "Search or filter to see others.",
                refusal: "the list shows \(size), its maximum; search or filter to see others")
    }

    /// Loads the next page.
    ///
    /// Does nothing if all pages are loaded, or if the list is full. While a history is shown, loads its next entries.
    func loadMore() async throws {
        guard place == .list else { return try await loadOlderHistory() }
        guard let list, list.hasMore, !list.isFull else { return }
        guard let place = list.next, list.readLimit > 0 else {
            self.list?.showMore(list.pageLimit)
            return await showNamed()
        }
        let page = try await page(after: place, limit: list.readLimit)
        try Task.checkCancellation()
        self.list?.append(page)
        hasRefillFailed = false
        misfits += page.misfits
        followCount()
        await showNamed()
        report(page.misfits)
    }

    /// Shows further records in place of those that have gone.
    ///
    /// Reads a whole page at once, so that most records that go need no read. All sessions that show the same records
    /// share this page. If reading fails, the list stays shorter, and a person can load more.
    ///
    /// - Returns: Whether the list has read a page.
    @discardableResult
    func refill() async -> Bool {
        guard !hasRefillFailed, let place = list?.refillPlace else { return false }
        let query = query
        let page: RecordPage<R>
        do { page = try await self.page(after: place, limit: RecordCollection<R>.pageSize) } catch {
            hasRefillFailed = !Task.isCancelled
            return false
        }
        // Work alongside may have changed the list meanwhile.
        guard query == self.query, list?.refillPlace == place else { return false }
        list?.refill(with: page)
        misfits += page.misfits
        followCount()
        report(page.misfits)
        return true
    }

    private func page(after place: RecordCursor, limit: Int) async throws -> RecordPage<R> {
        guard let query else { return try await service.page(after: place, limit: limit) }
        return try await service.page(matching: query, after: place, limit: limit)
    }
}
