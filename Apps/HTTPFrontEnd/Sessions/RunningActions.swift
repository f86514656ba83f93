import FeatureKit
import Synchronization

/// The actions of a session's pages that take longer than a page waits, until a page has learned what came of them.
final class RunningActions: Sendable {
    /// One action that is under way.
    struct Entry: Sendable {
        /// What tells it from the others of its session.
        let number: Int
        /// What asked for it.
        let form: SentForm
        let task: Task<Answer, any Error>
        fileprivate(set) var hasEnded = false
    }

    /// How many actions of one session are followed at a time.
    static let limit = 32
    /// How many results are kept for pages that have not asked for them yet.
    static let resultsLimit = 8

    private struct State {
        var entries: [Entry] = []
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Adds an action, unless it has an entry or ``limit`` others are under way.
    ///
    /// - Returns: The number of its entry, if it has one, and whether the entry is new.
    func add(_ form: SentForm, _ task: Task<Answer, any Error>) -> (number: Int?, isNew: Bool) {
        let result: (number: Int?, isNew: Bool) = state.withLock { state in
            // Requests with the same key share their task.
            if let entry = state.entries.first(where: { $0.task == task }) { return (entry.number, false) }
            guard state.entries.count(where: { !$0.hasEnded }) < RunningActions.limit else { return (nil, false) }
            state.lastNumber += 1
            state.entries.append(Entry(number: state.lastNumber, form: form, task: task))
            return (state.lastNumber, true)
        }
        if let number = result.number, result.isNew {
            Task {
                _ = await task.result
                noteEnd(of: number)
            }
        }
        return result
    }

    /// The actions that are under way, oldest first.
    var entries: [Entry] { state.withLock { $0.entries.filter { !$0.hasEnded } } }

    /// The entry of a number, as long as it is kept.
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
