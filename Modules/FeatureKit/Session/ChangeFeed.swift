import Synchronization

/// A feed of changes for one follower.
///
/// The feed calls its follower when changes wait, and the follower takes them. A follower needs no suspended task, so
/// thousands of sessions can follow one source cheaply. A follower that prefers to wait can iterate.
///
/// A feed holds a bounded number of changes. A slower follower loses the oldest ones; the last change it gets then is
/// the one that `missed` names.
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

    private init(_ source: ChangeSource<Change>) {
        self.source = source
    }

    deinit { stop() }

    /// Makes a feed and its source.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of changes that wait for a slow follower, at least 1.
    ///   - missed: The change that tells a follower that it has lost changes.
    ///   - stopped: Called once when the follower stops; not called when the source ends.
    public static func make(
        limit: Int, missed: Change, stopped: @escaping @Sendable () -> Void
    ) -> (feed: ChangeFeed, source: ChangeSource<Change>) {
        let source = ChangeSource(limit: limit, missed: missed, stopped: stopped)
        return (ChangeFeed(source), source)
    }

    /// Removes the next change; returns `nil` if none waits.
    public func takeNow() -> Change? { source.take() }

    /// Calls a closure when changes wait or the source has ended.
    ///
    /// It replaces the closure set before. The closure is called again only after ``takeNow()`` has returned `nil`, so
    /// take changes until then.
    ///
    /// - Parameter call: Called on any thread; it must not block.
    public func whenever(_ call: @escaping @Sendable () -> Void) { source.whenever(call) }

    /// Stops following: drops the waiting changes and receives no more.
    ///
    /// Stopping twice does nothing.
    public func stop() { source.stop() }

    /// Makes the iterator; one task may iterate at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// Iterates over the changes of a feed.
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

        /// Waits for the next change; returns `nil` at the end, or when the task is cancelled.
        public mutating func next() async -> Change? { await next(isolation: #isolation) }

        /// Waits for the next change; returns `nil` at the end, or when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Change? {
            while !Task.isCancelled {
                if let change = feed.takeNow() { return change }
                guard !feed.source.hasEnded, await calls.next(isolation: actor) != nil else { return nil }
            }
            return nil
        }
    }
}

/// Wakes an iteration, and ends it when the feed releases its closure.
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
        /// The changes sent, of which the first `taken` have been taken.
        var changes: [Change] = []
        var taken = 0
        /// Whether the follower has found the feed empty since its last call.
        var isAwaited = true
        var hasEnded = false
        var call: (@Sendable () -> Void)?
        var stopped: (@Sendable () -> Void)?

        var isEmpty: Bool { taken == changes.count }

        mutating func take() -> Change? {
            // An emptied array keeps its storage.
            guard !isEmpty else {
                (changes, taken, isAwaited) = ([], 0, true)
                return nil
            }
            defer { taken += 1 }
            return changes[taken]
        }

        /// Adds a change; returns whether the oldest one was dropped for it.
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

        /// Returns the closure to call, if the follower waits and there is a change or the end.
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

    /// Sends changes, in order.
    ///
    /// Calls the follower synchronously. Hold no lock that the follower, or the closure `stopped`, may take.
    public func send(_ changes: [Change]) {
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.hasEnded else { return nil }
            var isBehind = false
            for change in changes where state.add(change, limit: limit) { isBehind = true }
            // Last, because the follower then reads everything again.
            if isBehind { _ = state.add(missed, limit: limit) }
            return state.caller()
        }
        call?()
    }

    /// Ends the feed after the waiting changes.
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
