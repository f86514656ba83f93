import FeatureKit

/// Whether what the host needs can be had: asked at most once a second, however many ask.
actor Readiness {
    /// How long an answer holds.
    static let interval = Duration.seconds(1)
    /// How long to wait for an answer; what takes longer cannot be used.
    static let patience = Duration.seconds(2)

    private let check: @Sendable () async throws -> Void
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private var last: (isReady: Bool, time: Duration)?
    private var asking: Task<Bool, any Error>?

    /// Prepares to ask.
    ///
    /// - Parameters:
    ///   - clock: Measures how old an answer is, and how long one may take.
    ///   - check: Asks; throws when something cannot be had.
    init(clock: any Clock<Duration>, check: @escaping @Sendable () async throws -> Void) {
        (self.clock, self.check) = (clock, check)
        elapsed = clock.stopwatch()
    }

    /// Whether everything can be had.
    func isReady() async -> Bool {
        if let last, elapsed() - last.time < Readiness.interval { return last.isReady }
        let task = asking ?? Task { await ask() }
        asking = task
        let answer = try? await value(of: task, within: Readiness.patience, clock: clock)
        return answer ?? false
    }

    private func ask() async -> Bool {
        var isReady = true
        do { try await check() } catch { isReady = false }
        (last, asking) = ((isReady, elapsed()), nil)
        return isReady
    }
}
