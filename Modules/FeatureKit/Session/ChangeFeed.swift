import Synchronization

/// A feed of changes for one follower.
///
/// The feed calls its follower when changes are waiting. The follower then takes the changes. A follower needs no
/// suspended task, so thousands of sessions can follow changes cheaply. A follower can also iterate over the feed.
///
/// A feed buffers a limited number of changes. When the buffer is full, the feed drops the oldest changes and appends
/// the `missed` change, which tells the follower that changes are lost.
///
/// ```swift
/// let (changes, source) = ChangeFeed<Int>.make(limit: 1000, missed: 0) { print("the follower has stopped") }
/// source.send([1, 2])
/// ```
///
/// One task may iterate at a time. A feed stops when it is deallocated.
public final class ChangeFeed<Change: Sendable>: Sendable, AsyncSequence {
    /// A change.
    public typealias Element = Change
    /// A feed ends without an error.
    public typealias Failure = Never

    private let source: ChangeSource<Change>
    /// The data whose changes the feed sends; `nil` if they are unknown.
    package let origin: ChangeOrigin?

    private init(_ source: ChangeSource<Change>, _ origin: ChangeOrigin?) {
        (self.source, self.origin) = (source, origin)
    }

    deinit { stop() }

    /// Makes a feed and its source.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of buffered changes, at least 1.
    ///   - missed: The change that tells the follower that changes are lost.
    ///   - stopped: A closure that is called once when the follower stops. It is not called when the source ends.
    public static func make(
        limit: Int, missed: Change, stopped: @escaping @Sendable () -> Void
    ) -> (feed: ChangeFeed, source: ChangeSource<Change>) {
        make(limit: limit, missed: missed, origin: nil, stopped: stopped)
    }

    /// Makes a feed of the changes of an origin, and the feed's source.
    package static func make(
        limit: Int, missed: Change, origin: ChangeOrigin?, stopped: @escaping @Sendable () -> Void
    ) -> (feed: ChangeFeed, source: ChangeSource<Change>) {
        let source = ChangeSource(limit: limit, missed: missed, stopped: stopped)
        return (ChangeFeed(source, origin), source)
    }

    /// Removes and returns the next change; returns `nil` if no change is waiting.
    public func takeNow() -> Change? { source.take() }

    /// Sets the closure that the feed calls when changes are waiting or the source has ended.
    ///
    /// The closure replaces any earlier closure. After each call, take changes until ``takeNow()`` returns `nil`. The
    /// feed does not call the closure again before that.
    ///
    /// - Parameter call: The closure. It can be called on any thread and must not block.
    public func whenever(_ call: @escaping @Sendable () -> Void) { source.whenever(call) }

    /// Stops following.
    ///
    /// The feed drops the waiting changes and receives no new ones.
    ///
    /// Stopping a stopped feed does nothing.
    public func stop() { source.stop() }

    /// Returns an iterator.
    ///
    /// Only one task may iterate at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// An iterator over the changes of a feed.
    public struct Iterator: AsyncIteratorProtocol {
        private let feed: ChangeFeed
        private var calls: AsyncStream<Void>.Iterator

        fileprivate init(_ feed: ChangeFeed) {
            self.feed = feed
            let (calls, caller) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            self.calls = calls.makeAsyncIterator()
            let waker = Waker(caller)
            feed.whenever { waker.call() }
        }

        /// Waits for the next change.
        ///
        /// Returns `nil` when the feed ends or the task is cancelled.
        public mutating func next() async -> Change? { await next(isolation: #isolation) }

        /// Waits for the next change.
        ///
        /// Returns `nil` when the feed ends or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Change? {
            while !Task.isCancelled {
                if let change = feed.takeNow() { return change }
                guard !feed.source.hasEnded, await calls.next(isolation: actor) != nil else { return nil }
            }
            return nil
        }
    }
}

/// Wakes the iterator when changes are waiting, and ends the iteration when the feed releases its closure.
private final class Waker: Sendable {
    private let caller: AsyncStream<Void>.Continuation

    init(_ caller: AsyncStream<Void>.Continuation) {
        self.caller = caller
    }

    deinit { caller.finish() }

    func call() { caller.yield() }
}

/// The source of one ``ChangeFeed``.
public final class ChangeSource<Change: Sendable>: Sendable {
    private struct State {
        /// The sent changes.
        ///
        /// The follower has already taken the first `taken` of these changes.
        var changes: [Change] = []
        var taken = 0
        /// Whether the follower has found the feed empty since the last call of its closure.
        var isAwaited = true
        var hasEnded = false
        var call: (@Sendable () -> Void)?
        var stopped: (@Sendable () -> Void)?

        var isEmpty: Bool { taken == changes.count }

        mutating func take() -> Change? {
            // Assign a new array to release the storage. Removing all elements could keep the storage.
            guard !isEmpty else {
                (changes, taken, isAwaited) = ([], 0, true)
                return nil
            }
            defer { taken += 1 }
            return changes[taken]
        }

        /// Adds a change.
        ///
        /// Returns whether the oldest waiting change was dropped to make room.
        mutating func add(_ change: Change, limit: Int) -> Bool {
            changes.append(change)
            guard changes.count - taken > limit else { return false }
            taken += 1
            if taken >= limit {
                changes.removeFirst(taken)
                taken = 0
            }
            return true
        }

        /// Returns the closure to call.
        ///
        /// Returns `nil` if the follower is not waiting, or if there is no change and no end to report.
        mutating func caller() -> (@Sendable () -> Void)? {
            guard isAwaited, let call, hasEnded || !isEmpty else { return nil }
            isAwaited = false
            return call
        }
    }

    private let limit: Int
    private let missed: Change
    private let state: Mutex<State>

    fileprivate init(limit: Int, missed: Change, stopped: @escaping @Sendable () -> Void) {
        (self.limit, self.missed) = (limit, missed)
        state = Mutex(State(stopped: stopped))
    }

    /// Sends changes to the follower, in order.
    ///
    /// This method calls the follower synchronously. Do not hold a lock that the follower or the `stopped` closure
    /// takes.
    public func send(_ changes: [Change]) {
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.hasEnded else { return nil }
            var isBehind = false
            for change in changes where state.add(change, limit: limit) { isBehind = true }
            // Add the `missed` change after all other changes. When the follower gets `missed`, it reads everything
            // again, and thereby also reads the effects of the other changes.
            if isBehind { _ = state.add(missed, limit: limit) }
            return state.caller()
        }
        call?()
    }

    /// Ends the feed.
    ///
    /// The follower still gets the waiting changes.
    public func finish() {
        let call = state.withLock { state in
            (state.hasEnded, state.stopped) = (true, nil)
            return state.caller()
        }
        call?()
    }

    fileprivate var hasEnded: Bool { state.withLock { $0.hasEnded && $0.isEmpty } }

    fileprivate func take() -> Change? { state.withLock { $0.take() } }

    fileprivate func whenever(_ call: @escaping @Sendable () -> Void) {
        let (call, earlier) = state.withLock { state in
            let earlier = state.call
            (state.call, state.isAwaited) = (call, true)
            return (state.caller(), earlier)
        }
        call?()
        withExtendedLifetime(earlier) {}  // released outside the lock
    }

    fileprivate func stop() {
        let (stopped, call) = state.withLock { state in
            defer { state = State(isAwaited: false, hasEnded: true) }
            return (state.stopped, state.call)
        }
        stopped?()
        withExtendedLifetime(call) {}  // released outside the lock
    }
}
