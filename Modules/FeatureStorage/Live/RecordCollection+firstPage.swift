import Synchronization

extension RecordCollection {
    /// Returns the first page.
    ///
    /// While the collection has followers, the page comes from memory, and concurrent callers share one read.
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

    /// Reads the first rows until they are at least as new as the changes that followers received.
    ///
    /// Pauses between attempts: a store restored from a backup, or a lagging replica, may stay older for long.
    func freshPage(limit: Int) async throws -> RecordPage<R> {
        var page = try await read(after: nil, limit: limit)
        while !acceptsPage(at: page.token) {
            try await clock.sleep(for: Self.stalePause)
            page = try await read(after: nil, limit: limit)
        }
        return page
    }

    /// The pause before a page that is older than the sent changes is read again.
    static var stalePause: Duration { .milliseconds(100) }

    /// Drops the first page from memory; the next caller reads it again.
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
                    // Changes sent since `acceptsPage` may be missing from the page, and a new follower would never receive
                    // them.
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

    /// Whether a page may be shown.
    ///
    /// A page older than the changes that followers received would hide a change from them.
    ///
    /// The first page that is read sets the moment from which changes are sent.
    private func acceptsPage(at token: ChangeToken) -> Bool {
        state.withLock { state in
            guard let watch = state.watch else { return true }
            if watch.sentToken == nil { state.watch?.sentToken = token }
            return (watch.sentToken ?? token) <= token
        }
    }
}
