import FeatureKit
import Synchronization

extension RecordCollection {
    /// The maximum number of cached pages.
    static var cachedPageLimit: Int { 100 }

    /// Returns the page of the standard size at a place.
    ///
    /// While the collection has followers, the page is cached in memory. Concurrent callers share one read, which ends
    /// when the last of them has gone.
    func sharedPage(at place: PagePlace) async throws -> RecordPage<R> {
        let (page, caller) = state.withLock { state -> (RecordPage<R>?, SharedRead<RecordPage<R>>.Caller?) in
            guard let watch = state.watch else { return (nil, nil) }
            state.watch?.use(place)
            if let page = watch.pages[place]?.page { return (page, nil) }
            if let caller = watch.pages[place]?.reading?.join() { return (nil, caller) }
            let writes = state.writes
            let reading = SharedRead { try await self.readSharedPage(at: place, for: watch.key, writes: writes) }
            state.watch?.pages[place]?.reading = reading
            return (nil, reading.join())
        }
        if let page { return page }
        guard let caller else { return try await read(at: place, limit: Self.pageSize) }
        let shared = try await caller.value()
        try Task.checkCancellation()
        return shared
    }

    /// Reads a page again until it includes all changes that were already sent to followers.
    ///
    /// Pauses between attempts, because the page may stay out of date for long. This happens if the store was restored
    /// from a backup or is a lagging replica.
    func freshPage(at place: PagePlace, limit: Int) async throws -> RecordPage<R> {
        var page = try await read(at: place, limit: limit)
        while !acceptsPage(at: page.token) {
            try await clock.sleep(for: Self.stalePause)
            page = try await read(at: place, limit: limit)
        }
        return page
    }

    /// The pause before the next attempt to read an up-to-date page.
    static var stalePause: Duration { .milliseconds(100) }

    /// Removes the pages from the cache.
    ///
    /// The next caller reads its page from the store.
    func forgetPages() {
        state.withLock { state in
            state.writes += 1
            state.watch?.pages = [:]
        }
        countAgain()
    }

    /// The store as the origin of this collection's changes.
    var origin: ChangeOrigin {
        ChangeOrigin(id: ObjectIdentifier(self)) { [weak self] in try await self?.version() }
    }

    /// Returns the version of the store, and forgets all pages that an earlier version may have had.
    private func version() async throws -> Int? {
        let version = try await store.version()
        // No caller may see the new version together with an old page. The counts stay, because the reader of the log has
        // them taken again after a change of this collection.
        state.withLock { state in
            guard let watch = state.watch, watch.version != version else { return }
            state.writes += 1
            state.watch?.version = version
            state.watch?.pages = [:]
        }
        return version
    }

    private func readSharedPage(at place: PagePlace, for key: Int, writes: Int) async throws -> RecordPage<R> {
        var page: RecordPage<R>?
        defer {
            state.withLock { state in
                // Another read may have replaced one that its callers have left.
                if state.watch?.key == key, state.writes == writes, !Task.isCancelled {
                    state.watch?.pages[place]?.reading = nil
                    // The page may lack changes that were sent after the call of `acceptsPage`. A new follower would
                    // never receive those changes.
                    if let page, state.watch?.sentToken.map({ $0 <= page.token }) == true {
                        state.watch?.pages[place]?.page = page
                    }
                }
            }
        }
        let fresh = try await freshPage(at: place, limit: Self.pageSize)
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
    /// Records a use of a page, and removes the page that was not used for longest if there are too many.
    fileprivate mutating func use(_ place: RecordCollection.PagePlace) {
        lastUse += 1
        pages[place, default: .init()].use = lastUse
        guard pages.count > RecordCollection.cachedPageLimit else { return }
        guard let (oldest, _) = pages.min(by: { $0.value.use < $1.value.use }) else { return }
        pages[oldest] = nil
    }
}
