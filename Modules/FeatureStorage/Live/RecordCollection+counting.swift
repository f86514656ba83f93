import FeatureKit
import Synchronization

extension RecordCollection {
    /// The shortest time between two counts of one query that has followers.
    static var countInterval: Duration { .seconds(1) }

    /// Counts the records that a query selects, or all records for `nil`.
    ///
    /// All callers share the counts of a query that has followers. Such a count is taken again only after changes, and at
    /// most once a second, unless a follower has read a later page. ``counts()`` then sends a signal to the followers.
    ///
    /// - Returns: The count; `nil` if counting took too long.
    public func count(matching query: RecordQuery?) async throws -> RecordCount? {
        try await fillOnce()
        let (count, caller) = state.withLock { state -> (RecordCount??, SharedRead<RecordCount?>.Caller?) in
            guard let counter = state.counters[query] else { return (nil, nil) }
            if counter.isCounted, !counter.isOutdated, !counter.isStale || wait(for: counter) > .zero {
                return (.some(counter.count), nil)
            }
            return (nil, joinCount(of: query, &state))
        }
        if let count { return count }
        guard let caller else { return try await readCount(of: query) }
        let shared = try await caller.value()
        try Task.checkCancellation()
        return shared
    }

    /// Returns the counts of a new follower, which follows no query yet.
    public func counts() -> RecordCounts? {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        // The queries of the follower; `nil` after it has stopped. A session can end while it reads a list, and the list
        // may follow its query after that.
        let followed = Mutex<[RecordQuery?]?>([])
        let (changes, source) = ChangeFeed<Void>.make(limit: 1, missed: (), origin: origin) { [weak self] in
            followed.withLock { followed in
                self?.follow([], from: nil, for: key, with: nil, insteadOf: followed ?? [])
                followed = nil
            }
        }
        return RecordCounts(changes) { [weak self] queries, token in
            followed.withLock { followed in
                guard let old = followed, queries != old || token != nil else { return }
                self?.follow(queries, from: token, for: key, with: source, insteadOf: old)
                followed = queries
            }
        }
    }

    /// Counts again for all followers, because records have changed.
    func countAgain() {
        state.withLock { state in
            guard !state.counters.isEmpty else { return }
            for query in state.counters.keys { state.counters[query]?.isStale = true }
            guard state.counting == nil else { return }
            state.counting = Task { [weak self] in
                while let pause = self?.nextCountPause() {
                    guard let clock = self?.clock, (try? await clock.sleep(for: pause)) != nil else { return }
                    await self?.countDue()
                }
            }
        }
    }

    private func follow(
        _ queries: [RecordQuery?], from token: ChangeToken?, for key: Int, with source: ChangeSource<Void>?,
        insteadOf old: [RecordQuery?]
    ) {
        let abandoned = state.withLock { state in
            var abandoned: [Task<Void, any Error>?] = []
            for query in old where !queries.contains(query) {
                state.counters[query]?.followers[key] = nil
                guard state.counters[query]?.followers.isEmpty == true else { continue }
                abandoned.append(state.counters.removeValue(forKey: query)?.recounting)
            }
            for query in queries {
                state.counters[query, default: .init()].followers[key] = source
                state.counters[query]?.raiseFloor(to: token)
            }
            return abandoned
        }
        // Cancel without holding the lock. A cancellation handler may take it.
        for task in abandoned { task?.cancel() }
    }

    /// Returns how long a query must not be counted.
    private func wait(for counter: Counter) -> Duration {
        counter.began.map { max(.zero, $0 + Self.countInterval - elapsed()) } ?? .zero
    }

    /// Returns the time until the next count; `nil` if all counts are current, which ends the counting task.
    private func nextCountPause() -> Duration? {
        state.withLock { state in
            let pause = state.counters.values.lazy.filter(\.isStale).map { self.wait(for: $0) }.min()
            if pause == nil { state.counting = nil }
            return pause
        }
    }

    /// Counts the stale queries that may be counted now, one after another, and tells their followers.
    ///
    /// If the store cannot be read, tries again after the next change.
    private func countDue() async {
        let due = state.withLock { state in
            state.counters.filter { $0.value.isStale && wait(for: $0.value) == .zero }.map(\.key)
        }
        for query in due {
            let recounting = state.withLock { state -> Task<Void, any Error>? in
                guard let counter = state.counters[query], counter.isStale, wait(for: counter) == .zero,
                    let caller = joinCount(of: query, &state)
                else { return nil }
                let recounting = Task { _ = try await caller.value() }
                state.counters[query]?.recounting = recounting
                return recounting
            }
            guard let recounting, (try? await recounting.value) != nil else { continue }
            let followers = state.withLock { Array($0.counters[query]?.followers.values ?? [:].values) }
            // Send without holding the lock, because a follower may take it.
            for follower in followers { follower.send([()]) }
        }
    }

    /// Joins the running count of a query, or begins one.
    private func joinCount(of query: RecordQuery?, _ state: inout State) -> SharedRead<RecordCount?>.Caller? {
        if let caller = state.counters[query]?.reading?.join() { return caller }
        state.counters[query]?.isStale = false
        state.counters[query]?.began = elapsed()
        let reading = Requester.$current.withValue(state.counters[query]?.requester) {
            SharedRead { try await self.readSharedCount(of: query) }
        }
        state.counters[query]?.reading = reading
        return reading.join()
    }

    private func readSharedCount(of query: RecordQuery?) async throws -> RecordCount? {
        let result: Result<RecordCount?, any Error>
        do { result = .success(try await readCount(of: query)) } catch { result = .failure(error) }
        state.withLock { state in
            // Another count may have replaced one that its callers have left.
            guard !Task.isCancelled else { return }
            if case .success(let count) = result {
                state.counters[query]?.count = count
                state.counters[query]?.isCounted = true
            }
            state.counters[query]?.reading = nil
        }
        return try result.get()
    }

    /// Counts in the store; returns `nil` if that takes too long.
    private func readCount(of query: RecordQuery?) async throws -> RecordCount? {
        do { return try await store.count(of: R.collection, matching: query) } catch let error as StorageError
            where error.code == .scanTooLong
        {
            return nil
        }
    }
}
