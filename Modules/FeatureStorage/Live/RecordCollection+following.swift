import FeatureKit
import Synchronization

extension RecordCollection {
    /// How many changes wait for a slow follower.
    static var backlogLimit: Int { 1000 }
    /// How long to wait before a store that failed is read again, unless it gives a hint earlier.
    static var retryInterval: Duration { .seconds(1) }

    func addFollower() -> RecordChanges<R> {
        state.withLock { state in
            state.lastKey += 1
            let key = state.lastKey
            let (changes, source) = RecordChanges<R>.make(limit: Self.backlogLimit, missed: .reset) { [weak self] in
                self?.forget(key)
            }
            state.followers[key] = source
            if state.watch == nil {
                state.watch = Watch(key: key)
                state.watch?.task = watch(key)
            }
            return changes
        }
    }

    private func forget(_ key: Int) {
        let watch = state.withLock { state -> Watch? in
            guard state.followers.removeValue(forKey: key) != nil, state.followers.isEmpty else { return nil }
            defer { state.watch = nil }
            return state.watch
        }
        watch?.task?.cancel()
    }

    /// Reads the log whenever there is a hint, and keeps the collection alive only while it reads.
    private func watch(_ key: Int) -> Task<Void, Never> {
        let hints = store.changeHints()
        return Task { [weak self, clock] in
            let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            let forwarding = Task {
                for await hint in hints { signal.yield(hint) }
                signal.finish()
            }
            var retry: Task<Void, any Error>?
            defer {
                forwarding.cancel()
                retry?.cancel()
            }
            var isInterrupted = false
            for await _ in signals {
                guard !Task.isCancelled, let self else { return }
                do {
                    try await self.tellChanges(key, isResuming: isInterrupted)
                    isInterrupted = false
                } catch  where Task.isCancelled {
                    return
                } catch {
                    if !isInterrupted { self.tell(key, [.interrupted("\(error)")], upTo: nil) }
                    isInterrupted = true
                    retry?.cancel()
                    retry = Task {
                        try await clock.sleep(for: Self.retryInterval)
                        signal.yield()
                    }
                }
            }
            guard !Task.isCancelled else { return }
            self?.endFollowing(key)
        }
    }

    private func tellChanges(_ key: Int, isResuming: Bool) async throws {
        var token = try await beginning(key)
        var changes: [RecordChange<R>] = isResuming ? [.resumed] : []
        var isLast = false
        while !isLast {
            switch try await store.changes(in: R.collection, after: token, limit: 500) {
            case .changes(let stored, let next, let last):
                changes += try stored.map { try RecordChange($0) }
                (token, isLast) = (next, last)
            case .reset:
                token = try await read(after: nil, limit: 1).token
                forgetFirstPage()
                changes.append(.reset)
                isLast = true
            }
            if !changes.isEmpty { tell(key, changes, upTo: token) }
            changes = []
        }
    }

    /// The moment that telling goes on from; now if nothing was told yet.
    private func beginning(_ key: Int) async throws -> ChangeToken {
        if let told = state.withLock({ $0.watch?.told }) { return told }
        let token = try await read(after: nil, limit: 1).token
        return state.withLock { state in
            guard let watch = state.watch, watch.key == key else { return token }
            // A page that was read meanwhile counts: what came after it has to be told.
            state.watch?.told = watch.told ?? token
            return watch.told ?? token
        }
    }

    /// Tells all followers at once; nothing, if the watch that read the changes has ended meanwhile.
    private func tell(_ key: Int, _ changes: [RecordChange<R>], upTo token: ChangeToken?) {
        let followers = state.withLock { state -> [ChangeSource<RecordChange<R>>] in
            guard let watch = state.watch, watch.key == key else { return [] }
            if let token {
                state.watch?.told = token
                if let page = watch.firstPage, page.token < token { state.watch?.firstPage = nil }
            }
            return Array(state.followers.values)
        }
        // Not within the lock: waking a task takes a lock of the task's, which its cancellation holds when it forgets.
        for follower in followers { follower.send(changes) }
    }

    /// Ends all followers, because the store was closed.
    private func endFollowing(_ key: Int) {
        let followers = state.withLock { state -> [ChangeSource<RecordChange<R>>] in
            guard state.watch?.key == key else { return [] }
            defer { (state.watch, state.followers) = (nil, [:]) }
            return Array(state.followers.values)
        }
        followers.forEach { $0.finish() }
    }
}
