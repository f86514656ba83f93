import FeatureKit
import Synchronization

extension RecordCollection {
    /// The shortest time between two counts of one query that has followers.
    static var countInterval: Duration { .seconds(1) }

    /// Counts the records that a query selects, or all records for `nil`.
    ///
    /// All callers share the counts of a query that has followers. Such a count is taken again only after changes, and at
    /// most once a second. ``counts()`` then sends a signal to the followers.
    public func count(matching query: RecordQuery?) async throws -> RecordCount? {
        try await fillOnce()
        let (count, reading) = state.withLock { state -> (RecordCount?, Task<RecordCount, any Error>?) in
            guard let counter = state.counters[query] else { return (nil, nil) }
            if let count = counter.count, !counter.isStale || wait(for: counter) > .zero { return (count, nil) }
            return (nil, counter.reading ?? beginCount(of: query, &state))
        }
        if let count { return count }
        guard let reading else { return try await store.count(of: R.collection, matching: query) }
        let shared = try await reading.value
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
        let (changes, source) = ChangeFeed<Void>.make(limit: 1, missed: ()) { [weak self] in
            followed.withLock { followed in
                self?.follow([], for: key, with: nil, insteadOf: followed ?? [])
                followed = nil
            }
        }
        return RecordCounts(changes) { [weak self] queries in
            followed.withLock { followed in
                guard let old = followed, queries != old else { return }
                self?.follow(queries, for: key, with: source, insteadOf: old)
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
        _ queries: [RecordQuery?], for key: Int, with source: ChangeSource<Void>?, insteadOf old: [RecordQuery?]
    ) {
        state.withLock { state in
            for query in old {
                state.counters[query]?.followers[key] = nil
                if state.counters[query]?.followers.isEmpty == true { state.counters[query] = nil }
            }
            for query in queries { state.counters[query, default: .init()].followers[key] = source }
        }
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
            let reading = state.withLock { state -> Task<RecordCount, any Error>? in
                guard let counter = state.counters[query], counter.isStale, wait(for: counter) == .zero else {
                    return nil
                }
                return counter.reading ?? beginCount(of: query, &state)
            }
            guard let reading, (try? await reading.value) != nil else { continue }
            let followers = state.withLock { Array($0.counters[query]?.followers.values ?? [:].values) }
            // Send without holding the lock, because a follower may take it.
            for follower in followers { follower.send([()]) }
        }
    }

    private func beginCount(of query: RecordQuery?, _ state: inout State) -> Task<RecordCount, any Error> {
        state.counters[query]?.isStale = false
        state.counters[query]?.began = elapsed()
        let reading = Task {
            let result: Result<RecordCount, any Error>
            do { result = .success(try await store.count(of: R.collection, matching: query)) } catch {
                result = .failure(error)
            }
            self.state.withLock { state in
                if case .success(let count) = result { state.counters[query]?.count = count }
                state.counters[query]?.reading = nil
            }
            return try result.get()
        }
        state.counters[query]?.reading = reading
        return reading
    }
}
