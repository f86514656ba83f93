import FeatureKit

extension LiveRecords {
    /// Reads the first page of a query, and the number of its records if it is kept.
    func readList(
        matching query: RecordQuery?, reloading old: RecordList<R>?
    ) async throws -> (RecordList<R>, [UnreadableRecord]) {
        let limit = old?.reloadLimit ?? RecordCollection<R>.pageSize
        let page: RecordPage<R> =
            if let query { try await service.page(matching: query, after: nil, limit: limit) } else {
                try await service.page(after: nil, limit: limit)
            }
        // A list on one page needs no count.
        let number = page.records.count + page.unreadable.count
        let count =
            counts == nil ? nil : page.next == nil ? RecordCount(number) : try await service.count(matching: query)
        try Task.checkCancellation()
        total = count
        counts?.follow(query)
        return (RecordList(page, matching: query), page.unreadable)
    }

    /// Sets the query of the first load, and keeps ``total`` from then on.
    ///
    /// - Returns: A signal for each new count; `nil` if only this launch can change the records.
    func beginBrowsing(_ query: RecordQuery?) -> ChangeFeed<Void>? {
        self.query = query
        counts = service.counts() ?? RecordCounts(ChangeFeed.make(limit: 1, missed: ()) {}.feed) { _ in }
        return counts?.changes
    }

    /// Shows the records that a query selects, in its order.
    ///
    /// The shown records stay until the new ones are read. If reading fails, the old query stays.
    ///
    /// - Throws: Any error of the service.
    func browse(_ query: RecordQuery?) async throws {
        guard query != self.query || !isLoaded else { return }
        guard shownID == nil else {
            // The list is read when it is shown again.
            (self.query, list) = (query, nil)
            return
        }
        let (new, unreadable) = try await readList(matching: query, reloading: nil)
        (self.query, list) = (query, new)
        end(unreadable)
    }

    /// Reads the number of records again after a signal, and shows it if it has changed.
    func recount() async {
        guard let list, shownID == nil, let count = try? await service.count(matching: query) else { return }
        let new = list.next == nil ? RecordCount(list.records.count) : count
        guard new != total, !hasFailed else { return }
        total = new
        show()
    }

    /// Adjusts the number of all records to an insertion or a deletion.
    func adjustTotal(by difference: Int) {
        guard query?.selectsAll ?? true, let count = total?.count else { return }
        total = RecordCount(max(0, count + difference))
    }

    /// Loads the next page.
    ///
    /// Does nothing if all pages are loaded, or if one record is shown alone.
    func loadMore() async throws {
        guard shownID == nil, let place = list?.next, let limit = list?.pageLimit else { return }
        let page: RecordPage<R> =
            if let query { try await service.page(matching: query, after: place, limit: limit) } else {
                try await service.page(after: place, limit: limit)
            }
        try Task.checkCancellation()
        list?.append(page)
        show()
        reportUnreadable(page.unreadable)
    }
}
