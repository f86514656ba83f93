import FeatureKit
import Synchronization

/// The actions of a session's pages that run longer than a page waits.
///
/// Their results are kept for the pages to fetch.
final class RunningActions: Sendable {
    /// One action.
    struct Entry: Sendable {
        /// Identifies the action within its session.
        let number: Int
        /// The form that was sent.
        let form: SentForm
        let work: SharedWork<Answer>
        fileprivate(set) var hasEnded = false
    }

    /// How many running actions of one session have an entry.
    static let limit = 32
    /// How many results are kept for pages to fetch.
    static let resultsLimit = 8

    private struct State {
        var entries: [Entry] = []
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Adds an action, unless it has an entry already or ``limit`` others run.
    ///
    /// - Returns: The number of its entry, if it has one, and whether the entry is new.
    func add(_ form: SentForm, _ work: SharedWork<Answer>) -> (number: Int?, isNew: Bool) {
        let result: (number: Int?, isNew: Bool) = state.withLock { state in
            // Requests with the same key share their work.
            if let entry = state.entries.first(where: { $0.work === work }) { return (entry.number, false) }
            guard state.entries.count(where: { !$0.hasEnded }) < RunningActions.limit else { return (nil, false) }
            state.lastNumber += 1
            state.entries.append(Entry(number: state.lastNumber, form: form, work: work))
            return (state.lastNumber, true)
        }
        if let number = result.number, result.isNew {
            work.whenEnded { _ in self.noteEnd(of: number) }
        }
        return result
    }

    /// The running actions, oldest first.
    var entries: [Entry] { state.withLock { $0.entries.filter { !$0.hasEnded } } }

    /// The entry with a number, while it is kept.
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
