import Synchronization

/// Changes for one who follows them: it is called when there are some, and takes them one by one.
///
/// Nobody has to wait for a change, so that a session that follows a feed keeps no task for it: thousands of sessions can
/// follow one source. Who likes to wait iterates.
///
/// A feed has a bounded memory. Who falls further behind loses the oldest changes, and learns of it by one last change
/// that says so.
///
/// ```swift
/// let (changes, source) = ChangeFeed<Int>.make(limit: 1000, missed: 0) { print("nobody follows any more") }
/// source.send([1, 2])
/// ```
///
/// One task may iterate at a time. A feed that is let go stops by itself.
public final class ChangeFeed<Change: Sendable>: Sendable, AsyncSequence {
    /// What a feed consists of.
    public typealias Element = Change
    /// A feed ends without an error.
    public typealias Failure = Never

    private let source: ChangeSource<Change>

    private init(_ source: ChangeSource<Change>) {
        self.source = source
    }

    deinit { stop() }

    /// Makes a feed, and where its changes come from.
    ///
    /// - Parameters:
    ///   - limit: How many changes wait for a slow follower, from 1.
    ///   - missed: The change that tells a follower that it has missed some.
    ///   - stopped: Called once when nobody follows any more; not when the source ends.
    public static func make(
        limit: Int, missed: Change, stopped: @escaping @Sendable () -> Void
    ) -> (feed: ChangeFeed, source: ChangeSource<Change>) {
        let source = ChangeSource(limit: limit, missed: missed, stopped: stopped)
        return (ChangeFeed(source), source)
    }

    /// Takes the next change if there is one.
    public func takeNow() -> Change? { source.take() }

    /// Calls a closure when there is something to take, or the end; it takes the place of the closure before.
    ///
    /// It is called again only after ``takeNow()`` has found nothing: who is called takes until then.
    ///
    /// - Parameter call: Called on whatever thread; it must not wait.
    public func whenever(_ call: @escaping @Sendable () -> Void) { source.whenever(call) }

    /// Stops following: what waits is let go, nothing comes any more.
    ///
    /// Doing it twice does nothing.
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

        /// Waits for the next change; `nil` at the end, or when the task is cancelled.
        public mutating func next() async -> Change? { await next(isolation: #isolation) }

        /// Waits for the next change; `nil` at the end, or when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Change? {
            while !Task.isCancelled {
                if let change = feed.takeNow() { return change }
                guard !feed.source.hasEnded, await calls.next(isolation: actor) != nil else { return nil }
            }
            return nil
        }
    }
}

/// What wakes an iteration, and ends it when nobody will call any more.
private final class Waker: Sendable {
    private let caller: AsyncStream<Void>.Continuation

    init(_ caller: AsyncStream<Void>.Continuation) {
        self.caller = caller
    }

    deinit { caller.finish() }

    func call() { caller.yield() }
}

/// Where the changes of one ``ChangeFeed`` come from.
public final class ChangeSource<Change: Sendable>: Sendable {
    private struct State {
        /// What was sent, and how much of it was taken already.
        var changes: [Change] = []
        var taken = 0
        /// Whether who follows has found nothing since it was called.
        var isAwaited = true
        var hasEnded = false
        var call: (@Sendable () -> Void)?
        var stopped: (@Sendable () -> Void)?

        var isEmpty: Bool { taken == changes.count }

        mutating func take() -> Change? {
            // What is empty should not keep its room.
            guard !isEmpty else {
                (changes, taken, isAwaited) = ([], 0, true)
                return nil
            }
            defer { taken += 1 }
            return changes[taken]
        }

        /// Adds a change; returns whether another had to go for it.
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

        /// What has to be called, if anybody waits for it and there is a reason.
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
    /// It calls who follows: send within no lock that the call, or the end of the feed, may take.
    public func send(_ changes: [Change]) {
        let call = state.withLock { state -> (@Sendable () -> Void)? in
            guard !state.hasEnded else { return nil }
            var isBehind = false
            for change in changes where state.add(change, limit: limit) { isBehind = true }
            // After the last that will be seen, for what was missed is read anew.
            if isBehind { _ = state.add(missed, limit: limit) }
            return state.caller()
        }
        call?()
    }

    /// Ends the feed after what waits in it.
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
        withExtendedLifetime(earlier) {}  // what it holds goes outside the lock
    }

    fileprivate func stop() {
        let (stopped, call) = state.withLock { state in
            defer { state = State(isAwaited: false, hasEnded: true) }
            return (state.stopped, state.call)
        }
        stopped?()
        withExtendedLifetime(call) {}  // what it holds goes outside the lock
    }
}
