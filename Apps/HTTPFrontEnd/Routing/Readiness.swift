import FeatureKit

/// Checks whether the host's store is usable, at most once a second for all clients together.
actor Readiness {
    /// The time for which the result of a check is valid.
    static let interval = Duration.seconds(1)
    /// The maximum time to wait for a check.
    ///
    /// After that, the store counts as unusable.
    static let patience = Duration.seconds(2)

    private let check: @Sendable () async throws -> Void
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private var last: (isReady: Bool, time: Duration)?
    private var asking: SharedWork<Bool>?

    /// Creates the check.
    ///
    /// - Parameters:
    ///   - clock: Measures the age of a result and the time of a check.
    ///   - check: Performs the check; throws if the store is unusable.
    init(clock: any Clock<Duration>, check: @escaping @Sendable () async throws -> Void) {
        (self.clock, self.check) = (clock, check)
        elapsed = clock.stopwatch()
    }

    /// Returns whether the store is usable.
    func isReady() async -> Bool {
        if let last, elapsed() - last.time < Readiness.interval { return last.isReady }
        let work = asking ?? SharedWork { await self.ask() }
        asking = work
        let answer = try? await work.value(within: Readiness.patience, clock: clock)
        return answer ?? false
    }

    private func ask() async -> Bool {
        var isReady = true
        do { try await check() } catch { isReady = false }
        (last, asking) = ((isReady, elapsed()), nil)
        return isReady
    }
}
