import FeatureKit
package import Logging
import Synchronization

/// Logs a warning when a limit is met, at most once a minute for each limit: clients can meet one as often as they
/// like.
package final class LimitLog: Sendable {
    /// What happened at a limit.
    package enum Outcome: String, Sendable {
        /// Clients were refused or cut off.
        case refused = "A limit was met and clients were refused or cut off; raise it to let them in"
        /// An idle resource was closed to make room.
        case madeRoom = "A limit was met and an idle resource was closed to make room; no client was refused"
    }

    /// The option that sets a limit, by its name on the command line.
    package enum Option: String, Sendable {
        /// Event streams.
        case streamLimit = "max-streams"
        /// Event streams of one session.
        case sessionStreamLimit = "max-streams-per-session"
        /// Event streams from one address.
        case addressStreamLimit = "max-streams-per-address"
        /// Connections.
        case openConnectionLimit = "max-connections"
        /// Connections from one address.
        case addressConnectionLimit = "max-connections-per-address"
        /// Sessions.
        case sessionLimit = "max-sessions"
        /// Sessions of one address.
        case addressSessionLimit = "max-sessions-per-address"
        /// Calls of actions.
        case callLimit = "max-calls"
        /// Calls of actions from one address.
        case addressCallLimit = "max-calls-per-address"
        /// Request bodies and unread answers.
        case bodyMemory = "max-body-memory"
    }

    private struct Key: Hashable {
        let option: String
        let outcome: Outcome
    }

    /// The minimum time between two warnings about one limit.
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
    ///   - logger: Gets the warnings.
    ///   - clock: Measures the time between warnings.
    package init(logger: Logger, clock: any Clock<Duration>) {
        self.logger = logger
        elapsed = clock.stopwatch()
    }

    /// Logs that a limit was met, unless a warning about it was logged within the last minute.
    ///
    /// - Parameters:
    ///   - option: The option that sets the limit.
    ///   - value: The limit.
    ///   - outcome: What happened.
    ///   - isOfProcess: Whether the process's limit on open files, rather than the option, sets the limit.
    package func note(_ option: Option, _ value: Int, _ outcome: Outcome = .refused, isOfProcess: Bool = false) {
        let now = elapsed()
        let key = Key(option: isOfProcess ? "ulimit -n" : "--\(option.rawValue)", outcome: outcome)
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
