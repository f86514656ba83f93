import FeatureKit

extension Session {
    /// Performs an action, waiting no longer than a limit; the action goes on after it.
    ///
    /// - Throws: `FeatureError` with the code `timedOut` when the limit has passed, and what performing throws.
    nonisolated func perform(
        _ action: String, _ arguments: [String: FieldValue], within limit: Duration, clock: any Clock<Duration>
    ) async throws -> Answer {
        let task = Task { try await perform(action, arguments) }
        guard let answer = try await value(of: task, within: limit, clock: clock) else {
            throw FeatureError(
                .timedOut, "'\(action)' was still running after \(limit.fieldText); what it shows comes later")
        }
        return answer
    }
}
