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

    /// How many results are kept for pages that have not asked for them yet.
    static let resultsLimit = 8

    private struct State {
        var entries: [Entry] = []
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Adds an action and returns its entry.
    func add(_ form: SentForm, _ task: Task<Answer, any Error>) -> Entry {
        let entry = state.withLock { state in
            state.lastNumber += 1
            let entry = Entry(number: state.lastNumber, form: form, task: task)
            state.entries.append(entry)
            return entry
        }
        Task {
            _ = await task.result
            noteEnd(of: entry.number)
        }
        return entry
    }

    /// The actions that are under way, oldest first.
    var entries: [Entry] { state.withLock { $0.entries.filter { !$0.hasEnded } } }

    /// The entry of a number, as long as it is kept.
    subscript(number: Int) -> Entry? { state.withLock { $0.entries.first { $0.number == number } } }

    private func noteEnd(of number: Int) {
        state.withLock { state in
            for index in state.entries.indices where state.entries[index].number == number {
                state.entries[index].hasEnded = true
            }
            let ended = state.entries.filter(\.hasEnded)
            guard ended.count > RunningActions.resultsLimit, let oldest = ended.first else { return }
            state.entries.removeAll { $0.number == oldest.number }
        }
    }
}
