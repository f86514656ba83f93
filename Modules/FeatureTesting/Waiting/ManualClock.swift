/// A clock that moves only when a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// async let dogs = service.page(after: nil, limit: 20)    // sleeps for two seconds by this clock
/// await clock.advance(by: .seconds(2))            // waits until a task sleeps that long, then wakes it
/// ```
///
/// ## Topics
/// - ``advance(by:patience:sourceLocation:)``
/// - ``advance(patience:sourceLocation:)``
/// - ``run(_:)``
/// - ``sleepers(_:patience:sourceLocation:)``
/// - ``move(by:)``
public final class ManualClock: Clock, Sendable {
    /// An instant of the clock: the time since the clock's creation.
    public struct Instant: InstantProtocol {
        /// The time since the clock's creation.
        public let offset: Duration

        /// Returns the instant that is a duration later.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        /// Returns the time from this instant to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        /// Returns whether the left instant is earlier than the right one.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    struct Sleeper {
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    struct State {
        var now = Instant(offset: .zero)
        var lastKey = 0
        var sleepers: [Int: Sleeper] = [:]

        /// The earliest deadline of a sleeping task.
        var nextDeadline: Instant? { sleepers.values.map(\.deadline).min() }
    }

    let state = Watched(State())

    /// Creates a clock whose current instant is zero.
    public init() {}

    /// The current instant of the clock.
    public var now: Instant { state.value.now }
    /// The smallest step of the clock, which is zero.
    public var minimumResolution: Duration { .zero }

    /// The number of tasks that sleep on this clock.
    public var sleeperCount: Int { state.value.sleepers.count }

    /// Sleeps until the clock reaches or passes an instant.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let key = state.change { state in
            state.lastKey += 1
            return state.lastKey
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let early = state.change { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.now >= deadline { return .success(()) }
                    state.sleepers[key] = Sleeper(deadline: deadline, continuation: continuation)
                    return nil
                }
                if let early { continuation.resume(with: early) }
            }
        } onCancel: {
            let sleeper = state.change { $0.sleepers.removeValue(forKey: key) }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock without waiting for sleeping tasks.
    ///
    /// Wakes the due tasks in the order of their deadlines. Tasks with the same deadline wake in the order in which
    /// they began to sleep.
    ///
    /// - Parameter duration: The duration by which to move the clock.
    public func move(by duration: Duration) {
        wakeThose { $0.now.advanced(by: duration) }
    }

    /// Moves the clock forward to an instant and wakes the due tasks.
    ///
    /// If the instant is earlier than the current instant, the clock does not move.
    func wakeThose(until moment: (State) -> Instant) {
        let due = state.change { state in
            state.now = max(state.now, moment(state))
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            due.keys.forEach { state.sleepers[$0] = nil }
            return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value)
        }
        due.forEach { $0.continuation.resume() }
    }
}
