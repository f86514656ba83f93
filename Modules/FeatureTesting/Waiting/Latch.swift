import FeatureKit
public import Testing

/// Holds tasks back until a test lets them go: what makes a race happen in the order that the test wants.
///
/// ```swift
/// let latch = Latch()
/// let load = Stub<Void, [Dog]> { await latch.wait(); return [] }
/// try await doggy.start()
/// await latch.arrival()                           // the service has been asked
/// latch.open()
/// ```
///
/// A ``Stub`` holds its calls back by itself, and lets them go one by one.
public final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
    }

    private let state = Watched(State())

    /// Creates a latch that is closed.
    public init() {}

    /// How many tasks have come to wait so far.
    public var arrivals: Int { state.value.arrivals }

    /// Waits until the latch is opened, whatever happens: work that ignores cancellation.
    public func wait() async {
        state.change { $0.arrivals += 1 }
        await state.wait(heedsCancellation: false) { $0.isOpen }
    }

    /// Waits until the latch is opened or the task is cancelled: work that heeds cancellation.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func waitOrCancel() async throws {
        state.change { $0.arrivals += 1 }
        await state.wait { $0.isOpen }
        try Task.checkCancellation()
    }

    /// Waits until a number of tasks have come to wait; an issue is recorded if they do not.
    ///
    /// - Parameters:
    ///   - count: How many, counted from the latch's creation.
    ///   - patience: How long to wait for them, in real time.
    ///   - sourceLocation: Where a failure is reported.
    public func arrival(
        _ count: Int = 1, patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let hasArrived: @Sendable (State) -> Bool = { $0.arrivals >= count }
        if hasArrived(state.value) { return }
        if await patiently(patience, { [state] in await state.wait(until: hasArrived) ? true : nil }) != nil { return }
        if Task.isCancelled { return }
        Issue.record(
            """
            Of \(count) tasks that were to come to the latch, \(arrivals) came within \(patience.fieldText).
            Nothing calls what waits at the latch, or it waits for something else before; see what the feature is asked to do.
            """, sourceLocation: sourceLocation)
    }

    /// Lets everybody go, those who come later too.
    public func open() {
        state.change { $0.isOpen = true }
    }
}
