import Synchronization

extension RecordCollection {
    /// The maximum number of queries whose first pages are cached.
    static var cachedQueryLimit: Int { 100 }

    /// Returns the first page of a query, or of all records.
    ///
    /// While the collection has followers, the first page is cached in memory. Concurrent callers share one read, which
    /// ends when the last of them has gone.
    func firstPage(matching query: RecordQuery? = nil) async throws -> RecordPage<R> {
        let (page, caller) = state.withLock { state -> (RecordPage<R>?, SharedRead<RecordPage<R>>.Caller?) in
            guard let watch = state.watch else { return (nil, nil) }
            state.watch?.use(query)
            if let page = watch.firstPages[query]?.page { return (page, nil) }
            if let caller = watch.firstPages[query]?.reading?.join() { return (nil, caller) }
            let writes = state.writes
            let reading = SharedRead { try await self.readFirstPage(matching: query, for: watch.key, writes: writes) }
            state.watch?.firstPages[query]?.reading = reading
            return (nil, reading.join())
        }
        if let page { return page }
        guard let caller else { return try await read(matching: query, after: nil, limit: Self.pageSize) }
        let shared = try await caller.value()
        try Task.checkCancellation()
        return shared
    }

    /// Reads the first page again until it includes all changes that were already sent to followers.
    ///
    /// Pauses between attempts, because the page may stay out of date for long. This happens if the store was restored
    /// from a backup or is a lagging replica.
    func freshPage(matching query: RecordQuery? = nil, limit: Int) async throws -> RecordPage<R> {
        var page = try await read(matching: query, after: nil, limit: limit)
        while !acceptsPage(at: page.token) {
            try await clock.sleep(for: Self.stalePause)
            page = try await read(matching: query, after: nil, limit: limit)
        }
        return page
    }

    /// The pause before the next attempt to read an up-to-date page.
    static var stalePause: Duration { .milliseconds(100) }

    /// Removes the first pages from the cache.
    ///
    /// The next caller reads the first page from the store.
    func forgetFirstPages() {
        state.withLock { state in
            state.writes += 1
            state.watch?.firstPages = [:]
        }
        countAgain()
    }

    private func readFirstPage(
        matching query: RecordQuery?, for key: Int, writes: Int
    ) async throws -> RecordPage<R> {
        var page: RecordPage<R>?
        defer {
            state.withLock { state in
                // Another read may have replaced one that its callers have left.
                if state.watch?.key == key, state.writes == writes, !Task.isCancelled {
                    state.watch?.firstPages[query]?.reading = nil
                    // The page may lack changes that were sent after the call of `acceptsPage`. A new follower would
                    // never receive those changes.
                    if let page, state.watch?.sentToken.map({ $0 <= page.token }) == true {
                        state.watch?.firstPages[query]?.page = page
                    }
                }
            }
        }
        let fresh = try await freshPage(matching: query, limit: Self.pageSize)
        page = fresh
        return fresh
    }

    /// Returns whether a page may be shown.
    ///
    /// A page is refused if it is older than the last sent change. Such a page lacks a change that followers have
    /// already received.
    ///
    /// If the watch has no token yet, this method gives it the page's token. Followers then receive all changes after
    /// this token.
    private func acceptsPage(at token: ChangeToken) -> Bool {
        state.withLock { state in
            guard let watch = state.watch else { return true }
            if watch.sentToken == nil { state.watch?.sentToken = token }
            return (watch.sentToken ?? token) <= token
        }
    }
}

extension RecordCollection.Watch {
    /// Records a use of a query's first page, and removes the page that was not used for longest if there are too many.
    fileprivate mutating func use(_ query: RecordQuery?) {
        lastUse += 1
        firstPages[query, default: .init()].use = lastUse
        guard firstPages.count > RecordCollection.cachedQueryLimit else { return }
        guard let (oldest, _) = firstPages.min(by: { $0.value.use < $1.value.use }) else { return }
        firstPages[oldest] = nil
    }
}
