import FeatureKit
import Synchronization

/// The actions that the pages of a session started and that exceeded the time limit of a request.
///
/// The results are kept until the pages fetch them.
final class RunningActions: Sendable {
    /// One started action and its work.
    struct Entry: Sendable {
        /// The number of the action, unique in its session.
        let number: Int
        /// The form that was sent.
        let form: SentForm
        /// The notice with which the page says that the action has succeeded.
        let success: Success?
        let work: SharedWork<Answer>
        fileprivate(set) var hasEnded = false
    }

    /// The maximum number of entries for running actions per session.
    static let limit = 32
    /// The maximum number of results that are kept for pages to fetch.
    static let resultsLimit = 8

    private struct State {
        var entries: [Entry] = []
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Adds an action, unless it already has an entry or ``limit`` actions are running.
    ///
    /// - Returns: The number of the action's entry, or `nil` without an entry, and whether the entry is new.
    func add(_ form: SentForm, _ work: SharedWork<Answer>, _ success: Success?) -> (number: Int?, isNew: Bool) {
        let result: (number: Int?, isNew: Bool) = state.withLock { state in
            // Requests with the same idempotency key share their work.
            if let entry = state.entries.first(where: { $0.work === work }) { return (entry.number, false) }
            guard state.entries.count(where: { !$0.hasEnded }) < RunningActions.limit else { return (nil, false) }
            state.lastNumber += 1
            state.entries.append(Entry(number: state.lastNumber, form: form, success: success, work: work))
            return (state.lastNumber, true)
        }
        if let number = result.number, result.isNew {
            work.whenEnded { _ in self.noteEnd(of: number) }
        }
        return result
    }

    /// The running actions, oldest first.
    var entries: [Entry] { state.withLock { $0.entries.filter { !$0.hasEnded } } }

    /// The entry with a number; `nil` if it does not exist or is no longer kept.
    subscript(number: Int) -> Entry? { state.withLock { $0.entries.first { $0.number == number } } }

    private func noteEnd(of number: Int) {
        state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.number == number }) else { return }
            state.entries[index].hasEnded = true
            guard state.entries.count(where: \.hasEnded) > RunningActions.resultsLimit,
                let oldest = state.entries.firstIndex(where: \.hasEnded)
            else { return }
            state.entries.remove(at: oldest)
        }
    }
}
