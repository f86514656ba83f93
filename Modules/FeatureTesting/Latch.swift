import Synchronization

/// Holds tasks back until a test lets them go: what makes a race happen in the order that the test wants.
///
/// ```swift
/// let latch = Latch()
/// let service = StubDoggyService { await latch.wait(); return [] }
/// try await session.start()
/// await latch.arrival()                           // the service has been asked
/// latch.open()
/// ```
public final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var arrivals = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var watching: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// Creates a latch that is closed.
    public init() {}

    /// How many tasks have come to wait so far.
    public var arrivals: Int { state.withLock(\.arrivals) }

    /// Waits until the latch is opened, whatever happens: work that ignores cancellation.
    public func wait() async {
        await wait(isCooperative: false)
    }

    /// Waits until the latch is opened or the task is cancelled: work that heeds cancellation.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func waitOrCancel() async throws {
        await wait(isCooperative: true)
        try Task.checkCancellation()
    }

    /// Waits until a number of tasks have come to wait.
    public func arrival(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.arrivals >= count { return true }
                state.watching.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Lets everybody go, those who come later too.
    public func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        waiting.forEach { $0.resume() }
    }

    private func wait(isCooperative: Bool) async {
        let key = state.withLock { state in
            state.arrivals += 1
            return state.arrivals
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isOpen, watching) = state.withLock { state in
                    let watching = state.watching.filter { $0.count <= state.arrivals }.map(\.continuation)
                    state.watching.removeAll { $0.count <= state.arrivals }
                    if state.isOpen || isCooperative && Task.isCancelled { return (true, watching) }
                    state.waiting[key] = continuation
                    return (false, watching)
                }
                if isOpen { continuation.resume() }
                watching.forEach { $0.resume() }
            }
        } onCancel: {
            guard isCooperative else { return }
            let continuation = state.withLock { $0.waiting.removeValue(forKey: key) }
            continuation?.resume()
        }
    }
}
