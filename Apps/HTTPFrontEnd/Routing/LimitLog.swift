import FeatureKit
package import Logging
import Synchronization

/// Warns that a limit is met: at most once a minute for each limit, because clients can meet one as often as they like.
package final class LimitLog: Sendable {
    /// What happened at a limit.
    enum Outcome: String {
        case refused = "A limit was met and clients were refused or cut off; raise it if they are welcome"
        case madeRoom = "A limit was met and something unused was closed to make room; no client was refused"
    }

    private struct Key: Hashable {
        let option: String
        let outcome: Outcome
    }

    /// How long a limit's next warning waits.
    static let pause = Duration.seconds(60)

    private struct Entry {
        var lastWarning: Duration
        var count = 0
    }

    private let logger: Logger
    private let elapsed: @Sendable () -> Duration
    private let entries = Mutex<[Key: Entry]>([:])

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
    ///   - outcome: What happened.
    ///   - isOfProcess: Whether the limit is lower than the option says, because the process can open too few files.
    func note<Value>(
        _ setting: Setting<Value>, _ value: Int, _ outcome: Outcome = .refused, isOfProcess: Bool = false
    ) {
        let now = elapsed()
        let key = Key(option: isOfProcess ? "ulimit -n" : "--\(setting.name)", outcome: outcome)
        let count: Int? = entries.withLock { entries in
            var entry = entries[key] ?? Entry(lastWarning: now - LimitLog.pause)
            entry.count += 1
            defer { entries[key] = entry }
            guard now - entry.lastWarning >= LimitLog.pause else { return nil }
            defer { entry = Entry(lastWarning: now) }
            return entry.count
        }
        guard let count else { return }
        logger.log(
            level: outcome == .refused ? .warning : .notice, "\(outcome.rawValue)",
            metadata: ["option": "\(key.option)", "limit": "\(value)", "times": "\(count)"])
    }
}
