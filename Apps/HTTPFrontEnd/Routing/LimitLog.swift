import FeatureKit
package import Logging
import Synchronization

/// Warns that a limit is met: at most once a minute for each limit, because clients can meet one as often as they like.
package final class LimitLog: Sendable {
    /// How long a limit's next warning waits.
    static let pause = Duration.seconds(60)

    private struct Entry {
        var lastWarning: Duration
        var refusals = 0
    }

    private let logger: Logger
    private let elapsed: @Sendable () -> Duration
    private let entries = Mutex<[String: Entry]>([:])

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - logger: Where warnings go.
    ///   - clock: What measures the pause.
    package init(logger: Logger, clock: any Clock<Duration>) {
        self.logger = logger
        elapsed = clock.stopwatch()
    }

    /// Notes that a limit was met.
    ///
    /// - Parameters:
    ///   - setting: The option that sets the limit.
    ///   - value: The limit.
    func note<Value>(_ setting: Setting<Value>, _ value: Int) {
        let now = elapsed()
        let refusals: Int? = entries.withLock { entries in
            var entry = entries[setting.name] ?? Entry(lastWarning: now - LimitLog.pause)
            entry.refusals += 1
            defer { entries[setting.name] = entry }
            guard now - entry.lastWarning >= LimitLog.pause else { return nil }
            defer { entry = Entry(lastWarning: now) }
            return entry.refusals
        }
        guard let refusals else { return }
        logger.warning(
            "A limit was met; raise it if these clients are welcome",
            metadata: ["option": "--\(setting.name)", "limit": "\(value)", "times": "\(refusals)"])
    }
}
