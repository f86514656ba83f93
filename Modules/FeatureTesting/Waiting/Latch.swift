import FeatureKit
public import Testing

/// Blocks tasks until a test opens the latch, so that the test controls the order of a race.
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

    /// Waits until the latch is open.
    ///
    /// Ignores cancellation.
    public func wait() async {
        state.change { $0.arrivals += 1 }
        await state.wait(heedsCancellation: false) { $0.isOpen }
    }

    /// Waits until the latch is open or the task is cancelled.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func waitOrCancel() async throws {
        state.change { $0.arrivals += 1 }
        await state.wait { $0.isOpen }
        try Task.checkCancellation()
    }

    /// Waits until a number of tasks have arrived.
    ///
    /// Records an issue if they do not arrive in time.
    ///
    /// - Parameters:
    ///   - count: The number of arrivals since the latch's creation.
    ///   - patience: The maximum real time to wait.
    ///   - sourceLocation: The source location at which a failure is reported.
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

    /// Releases all waiting tasks.
    ///
    /// Tasks that arrive later do not wait.
    public func open() {
        state.change { $0.isOpen = true }
    }
}
