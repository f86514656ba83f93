import Synchronization

extension RecordCollection {
    /// Returns the first page.
    ///
    /// While the collection has followers, the first page is cached in memory. Concurrent callers share one read.
    func firstPage() async throws -> RecordPage<R> {
        let (page, reading) = state.withLock { state -> (RecordPage<R>?, Task<RecordPage<R>, any Error>?) in
            guard let watch = state.watch else { return (nil, nil) }
            if let page = watch.firstPage { return (page, nil) }
            if let reading = watch.reading { return (nil, reading) }
            let writes = state.writes
            let reading = Task { try await self.readFirstPage(for: watch.key, writes: writes) }
            state.watch?.reading = reading
            return (nil, reading)
        }
        if let page { return page }
        guard let reading else { return try await read(after: nil, limit: Self.pageSize) }
        let shared = try await reading.value
        try Task.checkCancellation()
        return shared
    }

    /// Reads the first page again until it includes all changes that were already sent to followers.
    ///
    /// Pauses between attempts, because the page may stay out of date for long. This happens if the store was restored
    /// from a backup or is a lagging replica.
    func freshPage(limit: Int) async throws -> RecordPage<R> {
        var page = try await read(after: nil, limit: limit)
        while !acceptsPage(at: page.token) {
            try await clock.sleep(for: Self.stalePause)
            page = try await read(after: nil, limit: limit)
        }
        return page
    }

    /// The pause before the next attempt to read an up-to-date page.
    static var stalePause: Duration { .milliseconds(100) }

    /// Removes the first page from the cache.
    ///
    /// The next caller reads the first page from the store.
    func forgetFirstPage() {
        state.withLock { state in
            state.writes += 1
            state.watch?.firstPage = nil
            state.watch?.reading = nil
        }
    }

    private func readFirstPage(for key: Int, writes: Int) async throws -> RecordPage<R> {
        var page: RecordPage<R>?
        defer {
            state.withLock { state in
                if state.watch?.key == key, state.writes == writes {
                    state.watch?.reading = nil
                    // The page may lack changes that were sent after the call of `acceptsPage`. A new follower would
                    // never receive those changes.
                    if let page, state.watch?.sentToken.map({ $0 <= page.token }) == true {
                        state.watch?.firstPage = page
                    }
                }
            }
        }
        let fresh = try await freshPage(limit: Self.pageSize)
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
