import Synchronization

extension RecordCollection {
    /// Returns the first page from memory while somebody follows, reading it once for all who ask.
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

    /// Reads from the beginning what is not older than what followers were told.
    ///
    /// After the first try it pauses: a store that was set back, or a copy that lags behind, may stay older for long.
    func freshPage(limit: Int) async throws -> RecordPage<R> {
        var page = try await read(after: nil, limit: limit)
        while !begin(at: page.token) {
            try await clock.sleep(for: Self.stalePause)
            page = try await read(after: nil, limit: limit)
        }
        return page
    }

    /// How long to wait before a page is read again that is older than what followers were told.
    static var stalePause: Duration { .milliseconds(100) }

    /// Makes the next one who asks for the first page read it again.
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
                    // Told further since `begin`: the page would hide a change from those who come now.
                    if let page, let told = state.watch?.told, told <= page.token { state.watch?.firstPage = page }
                }
            }
        }
        let fresh = try await freshPage(limit: Self.pageSize)
        page = fresh
        return fresh
    }

    /// Whether a page may be shown; the first that anybody reads is where telling begins.
    ///
    /// One that is older than what followers were told would hide a change from them.
    private func begin(at token: ChangeToken) -> Bool {
        state.withLock { state in
            guard let watch = state.watch else { return true }
            if watch.told == nil { state.watch?.told = token }
            return (watch.told ?? token) <= token
        }
    }
}
