import FeatureKit
import Synchronization

/// The calls of the current page that take long, so that Ctrl-C cancels the newest one.
final class PlainWork: Sendable {
    private struct State {
        var source: (any ScreenSource)?
        var calls: [RunningWork] = []
    }

    private let state = Mutex(State())

    /// Notes the source of the current page.
    func follow(_ source: any ScreenSource) { state.withLock { $0 = State(source: source) } }

    /// Notes the calls of the current page.
    func note(_ calls: [RunningWork]) { state.withLock { $0.calls = calls } }

    /// Cancels the newest call that can be cancelled.
    ///
    /// - Returns: Whether there is one.
    func cancelNewest() -> Bool {
        let (source, call) = state.withLock { ($0.source, $0.calls.last(where: \.isCancellable)) }
        guard let source, let call else { return false }
        // A call that has ended meanwhile needs no cancelling.
        Task { try? await source.cancel(call.id) }
        return true
    }
}

extension PlainPage {
    /// The share of a call's progress that is told at once.
    private static let step = 25

    /// Notes the calls that take long, and returns the lines about them: one as a call begins, and one for each quarter.
    mutating func note(_ calls: [RunningWork]) -> [StyledLine] {
        let known = Set(calls.map(\.id))
        toldWork = toldWork.filter { known.contains($0.key) }
        return calls.compactMap { call in
            let step = (call.fraction?.percent ?? 0) / Self.step
            guard let told = toldWork[call.id] else {
                toldWork[call.id] = step
                let words = call.isQueued ? "is waiting" : "is running"
                return StyledLine("\(call.title) \(words).\(call.isCancellable ? " Ctrl-C cancels it." : "")", .dim)
            }
            guard step > told, let words = call.words else { return nil }
            toldWork[call.id] = step
            return StyledLine("\(call.title): \(words)", .dim)
        }
    }
}
