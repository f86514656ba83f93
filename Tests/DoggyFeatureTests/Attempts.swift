import Synchronization

/// Counts how often something was tried.
final class Attempts: Sendable {
    private let count = Mutex(0)

    /// Counts one more and returns which it is, from 1.
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
