import Synchronization

/// A clock that moves only when a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// async let dogs = service.dogs()                 // sleeps for two seconds by this clock
/// await clock.advance(by: .seconds(2))            // waits until something sleeps that long, then wakes it
/// ```
public final class ManualClock: Clock, Sendable {
    /// A moment: how far the clock has been moved since its creation.
    public struct Instant: InstantProtocol {
        /// The time since the clock's creation.
        public let offset: Duration

        /// Returns the moment that comes a duration later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// Returns the time from this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Whether the first moment comes before the second.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Waiter {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var lastKey = 0
        var sleepers: [Int: Sleeper] = [:]
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    /// Creates a clock at zero.
    public init() {}

    /// The moment that the clock has been moved to.
    public var now: Instant { state.withLock(\.now) }
    /// The smallest step of the clock: none.
    public var minimumResolution: Duration { .zero }

    /// How many tasks sleep by this clock now.
    public var sleeperCount: Int { state.withLock(\.sleepers.count) }

    /// Sleeps until the clock has been moved to a moment or beyond.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let awake = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                    guard !Task.isCancelled else {
                        continuation.resume(throwing: CancellationError())
                        return []
                    }
                    guard state.now < deadline else {
                        continuation.resume()
                        return []
                    }
                    state.sleepers[key] = Sleeper(deadline: deadline, continuation: continuation)
                    let awake = state.waiters.filter { deadline <= $0.deadline }.map(\.continuation)
                    state.waiters.removeAll { deadline <= $0.deadline }
                    return awake
                }
                awake.forEach { $0.resume() }
            }
        } onCancel: {
            let sleeper = state.withLock { $0.sleepers.removeValue(forKey: key) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits until at least one task sleeps that is due within a duration, then moves the clock by it.
    ///
    /// - Parameter duration: How far to move.
    public func advance(by duration: Duration) async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                let deadline = state.now.advanced(by: duration)
                if state.sleepers.values.contains(where: { $0.deadline <= deadline }) { return true }
                state.waiters.append(Waiter(deadline: deadline, continuation: continuation))
                return false
            }
            if isDue { continuation.resume() }
        }
        move(by: duration)
    }

    /// Moves the clock at once, whether anybody sleeps or not, and wakes those who are due, earliest first; of those who
    /// are due at the same moment, who came first.
    ///
    /// - Parameter duration: How far to move.
    public func move(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            due.keys.forEach { state.sleepers[$0] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
        }
        due.forEach { $0.value.continuation.resume() }
    }
}
