import FeatureKit
import Synchronization

/// Lets a warning about a cause pass at most once a minute, because clients can repeat a cause arbitrarily often.
package final class WarningPace<Cause: Hashable & Sendable>: Sendable {
    private struct Entry {
        var lastWarning: Duration
        var count = 0
    }

    /// The minimum time between two warnings about the same cause.
    private static var pause: Duration { .seconds(60) }

    private let elapsed: @Sendable () -> Duration
    private let entries = Mutex<[Cause: Entry]>([:])

    /// Creates a pace without warnings.
    ///
    /// - Parameter clock: Measures the time between warnings.
    package init(clock: any Clock<Duration>) { elapsed = clock.stopwatch() }

    /// Counts an occurrence of a cause.
    ///
    /// - Returns: The number of occurrences since the last warning if it is time for another one; otherwise `nil`.
    package func note(_ cause: Cause) -> Int? {
        let now = elapsed()
        return entries.withLock { entries in
            var entry = entries[cause] ?? Entry(lastWarning: now - Self.pause)
            entry.count += 1
            defer { entries[cause] = entry }
            guard now - entry.lastWarning >= Self.pause else { return nil }
            defer { entry = Entry(lastWarning: now) }
            return entry.count
        }
    }
}
