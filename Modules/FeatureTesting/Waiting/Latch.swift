import FeatureKit
public import Testing

/// Holds tasks until a test opens it, so that a test can order a race.
///
/// ```swift
/// let latch = Latch()
/// let load = Stub<Void, [Dog]> { await latch.wait(); return [] }
/// try await doggy.start()
/// await latch.arrival()                           // the service was called
/// latch.open()
/// ```
///
/// To hold calls of a ``Stub`` and answer them one by one, use ``Stub/holds(heedingCancellation:)``.
public final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
    }

    private let state = Watched(State())

    /// Creates a closed latch.
    public init() {}

    /// The number of tasks that have arrived so far.
    public var arrivals: Int { state.value.arrivals }

    /// Waits until the latch is opened; ignores cancellation.
    public func wait() async {
        state.change { $0.arrivals += 1 }
        await state.wait(heedsCancellation: false) { $0.isOpen }
    }

    /// Waits until the latch is opened or the task is cancelled.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func waitOrCancel() async throws {
        state.change { $0.arrivals += 1 }
        await state.wait { $0.isOpen }
        try Task.checkCancellation()
    }

    /// Waits until a number of tasks have arrived; records an issue if they do not.
    ///
    /// - Parameters:
    ///   - count: The number of arrivals since the latch's creation.
    ///   - patience: How long to wait for them, in real time.
    ///   - sourceLocation: Where a failure is reported.
    public func arrival(
        _ count: Int = 1, patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let hasArrived: @Sendable (State) -> Bool = { $0.arrivals >= count }
        if hasArrived(state.value) { return }
        if await withTimeLimit(patience, { [state] in await state.wait(until: hasArrived) ? true : nil }) != nil {
            return
        }
        if Task.isCancelled { return }
        Issue.record(
            """
            \(arrivals) of \(count) expected tasks arrived at the latch within \(patience.fieldText).
            The code that waits at the latch was not called, or it waits for something else first.
            """, sourceLocation: sourceLocation)
    }

    /// Releases all tasks, and those that arrive later.
    public func open() {
        state.change { $0.isOpen = true }
    }
}
