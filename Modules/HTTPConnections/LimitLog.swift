package import Logging

/// Logs a warning when a limit is reached, at most once a minute for each limit, because clients can reach a limit
/// arbitrarily often.
package final class LimitLog: Sendable {
    /// The consequence of reaching a limit.
    package enum Outcome: String, Sendable {
        /// Clients were refused or disconnected.
        case refused = "A limit was reached and clients were refused or disconnected; raise the limit to accept them"
        /// An idle resource was closed to make room.
        case madeRoom = "A limit was reached and an idle resource was closed to make room; no client was refused"
    }

    /// The command-line option that sets a limit.
    package enum Option: String, Sendable {
        /// The maximum number of event streams.
        case streamLimit = "max-streams"
        /// The maximum number of event streams per session.
        case sessionStreamLimit = "max-streams-per-session"
        /// The maximum number of event streams per client address.
        case addressStreamLimit = "max-streams-per-address"
        /// The maximum number of connections.
        case openConnectionLimit = "max-connections"
        /// The maximum number of connections per client address.
        case addressConnectionLimit = "max-connections-per-address"
        /// The maximum number of sessions.
        case sessionLimit = "max-sessions"
        /// The maximum number of sessions per client address.
        case addressSessionLimit = "max-sessions-per-address"
        /// The maximum number of calls of actions.
        case callLimit = "max-calls"
        /// The maximum number of calls of actions per client address.
        case addressCallLimit = "max-calls-per-address"
        /// The memory limit for request bodies. A second limit of the same size applies to unread responses.
        case bodyMemory = "max-body-memory"
    }

    private struct Key: Hashable {
        let option: String
        let outcome: Outcome
    }

    private let logger: Logger
    private let pace: WarningPace<Key>

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - logger: Receives the warnings.
    ///   - clock: Measures the time between warnings.
    package init(logger: Logger, clock: any Clock<Duration>) {
        self.logger = logger
        pace = WarningPace(clock: clock)
    }

    /// Logs that a limit was reached, unless a warning about the same limit was logged within the last minute.
    ///
    /// - Parameters:
    ///   - option: The option that sets the limit.
    ///   - value: The limit.
    ///   - outcome: The consequence.
    ///   - isOfProcess: Whether the limit follows from the process's limit of open files and not from the option.
    package func note(_ option: Option, _ value: Int, _ outcome: Outcome = .refused, isOfProcess: Bool = false) {
        let key = Key(option: isOfProcess ? "ulimit -n" : "--\(option.rawValue)", outcome: outcome)
        guard let count = pace.note(key) else { return }
        logger.log(
            level: outcome == .refused ? .warning : .notice, "\(outcome.rawValue)",
            metadata: ["option": "\(key.option)", "limit": "\(value)", "times": "\(count)"])
    }
}
