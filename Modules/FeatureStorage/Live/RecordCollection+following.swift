import FeatureKit
import Synchronization

extension RecordCollection {
    /// The maximum number of changes in the queue of a slow follower.
    static var backlogLimit: Int { 1000 }
    /// The pause before the next attempt to read a failed store.
    ///
    /// A hint ends the pause early.
    static var retryInterval: Duration { .seconds(1) }

    /// Adds a follower.
    ///
    /// - Parameter origin: Tells the version of the followed records; `nil` if a launch must read them itself.
    func addFollower(of origin: ChangeOrigin?) -> RecordChanges<R> {
        state.withLock { state in
            state.lastKey += 1
            let key = state.lastKey
            let (changes, source) = RecordChanges<R>.make(
                limit: Self.backlogLimit, missed: .reset, origin: origin
            ) { [weak self] in
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

    /// Reads the log at each hint.
    ///
    /// Keeps a strong reference to the collection only during a read.
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
                    try await self.sendChanges(key, isResuming: isInterrupted)
                    isInterrupted = false
                } catch  where Task.isCancelled {
                    return
                } catch {
                    if !isInterrupted { self.send(key, [.interrupted("\(error)")], upTo: nil) }
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

    private func sendChanges(_ key: Int, isResuming: Bool) async throws {
        var token = try await startToken(key)
        var changes: [RecordChange<R>] = isResuming ? [.resumed] : []
        var isLast = false
        while !isLast {
            switch try await store.changes(in: R.collection, after: token, limit: 500) {
            case .changes(let stored, let next, let last):
                let index = state.withLock(\.index)
                changes += try stored.map { try RecordChange($0, for: index) }
                (token, isLast) = (next, last)
            case .reset:
                token = try await read(at: PagePlace(), limit: 1).token
                forgetPages()
                changes.append(.reset)
                isLast = true
            }
            if !changes.isEmpty { send(key, changes, upTo: token) }
            changes = []
        }
    }

    /// Fixes where followers begin, so that they miss no change after what is read next.
    ///
    /// Call this method before a read whose result has no token. Reading a page needs no call, because a page has a token.
    func fixStart() async throws {
        let key = state.withLock { state in state.watch?.sentToken == nil ? state.watch?.key : nil }
        if let key { _ = try await startToken(key) }
    }

    /// Returns the token after which the watch reads changes: the token of the last sent change, or the log's current
    /// token if no change was sent.
    func startToken(_ key: Int) async throws -> ChangeToken {
        if let sentToken = state.withLock({ $0.watch?.sentToken }) { return sentToken }
        let token = try await read(at: PagePlace(), limit: 1).token
        return state.withLock { state in
            guard let watch = state.watch, watch.key == key else { return token }
            // A concurrent read of a page may have set the token. All changes after that page must be sent, so keep
            // that token.
            state.watch?.sentToken = watch.sentToken ?? token
            return watch.sentToken ?? token
        }
    }

    /// Sends changes to all followers.
    ///
    /// Does nothing if the watch that read the changes has ended.
    private func send(_ key: Int, _ changes: [RecordChange<R>], upTo token: ChangeToken?) {
        let followers = state.withLock { state -> [ChangeSource<RecordChange<R>>] in
            guard let watch = state.watch, watch.key == key else { return [] }
            if let token {
                state.watch?.sentToken = token
                for (place, shared) in watch.pages {
                    if let page = shared.page, page.token < token { state.watch?.pages[place]?.page = nil }
                }
            }
            return Array(state.followers.values)
        }
        // Send without holding the lock. Resuming a task takes the task's lock, and a cancellation holds that lock
        // while it calls `forget`. Holding both locks could deadlock.
        for follower in followers { follower.send(changes) }
        if token != nil { countAgain() }
    }

    /// Ends the sequences of all followers, because the store was closed.
    private func endFollowing(_ key: Int) {
        let followers = state.withLock { state -> [ChangeSource<RecordChange<R>>] in
            guard state.watch?.key == key else { return [] }
            defer { (state.watch, state.followers) = (nil, [:]) }
            return Array(state.followers.values)
        }
        followers.forEach { $0.finish() }
    }
}
