import FeatureKit
import Logging

/// Checks whether the host's store is usable, at most once a second for all clients together.
///
/// The log gets the reason when the store becomes unusable. Clients of `/readyz` do not get it, because it can name files,
/// and the route needs no sign-in.
actor Readiness {
    /// The time for which the result of a check is valid.
    static let interval = Duration.seconds(1)
    /// The maximum time to wait for a check.
    ///
    /// After that, the store counts as unusable.
    static let patience = Duration.seconds(2)

    private let check: @Sendable () async throws -> Void
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private var last: (isReady: Bool, time: Duration)?
    /// Why the store cannot be used, as the log says; `nil` if the log says that it can.
    private var logged: String?
    private var asking: SharedWork<Bool>?

    /// Creates the check.
    ///
    /// - Parameters:
    ///   - clock: Measures the age of a result and the time of a check.
    ///   - logger: Gets the reasons.
    ///   - check: Performs the check; throws if the store is unusable.
    init(clock: any Clock<Duration>, logger: Logger, check: @escaping @Sendable () async throws -> Void) {
        (self.clock, self.logger, self.check) = (clock, logger, check)
        elapsed = clock.stopwatch()
    }

    /// Returns whether the store is usable.
    func isReady() async -> Bool {
        if let last, elapsed() - last.time < Readiness.interval { return last.isReady }
        let work = asking ?? SharedWork { await self.ask() }
        asking = work
        do {
            if let answer = try await work.value(within: Readiness.patience, clock: clock) { return answer }
            // The check may soon find a better reason, or may have ended since.
            if asking === work, logged == nil { log("the check takes longer than \(Readiness.patience.fieldText)") }
        } catch {
            // The client has gone.
        }
        return false
    }

    private func ask() async -> Bool {
        var reason: String?
        do { try await check() } catch { reason = Problem(error).cause ?? "" }
        log(reason)
        (last, asking) = ((reason == nil, elapsed()), nil)
        return reason == nil
    }

    /// Logs that the store cannot be used, with the reason, or that it can be used again, unless the log says so already.
    private func log(_ reason: String?) {
        guard reason != logged else { return }
        logged = reason
        if let reason {
            logger.error("The store cannot be used", metadata: ["error": "\(reason)"])
        } else {
            logger.notice("The store can be used again")
        }
    }
}
