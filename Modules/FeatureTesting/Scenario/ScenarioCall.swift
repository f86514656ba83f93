public import FeatureKit
public import Testing

/// A call of an action that a scenario has begun and that may still be under way; made by
/// ``Scenario/begin(_:sourceLocation:)``.
///
/// If it fails and the test does not look at its answer, the scenario fails.
public final class ScenarioCall {
    let name: ActionName
    let outcome = Watched<Result<Answer, any Error>?>(nil)
    /// Whether the test has asked how it ended.
    private(set) var isLookedAt = false
    private let session: Session
    private let patience: Duration

    init(_ name: ActionName, of session: Session, patience: Duration) {
        (self.name, self.session, self.patience) = (name, session, patience)
    }

    /// The action's name.
    public var action: String { name.name }

    /// Whether it has ended, well or not.
    public var hasEnded: Bool { outcome.value != nil }

    /// Waits until the call has ended.
    ///
    /// - Parameter sourceLocation: Where a failure is reported.
    /// - Returns: The frame that shows its effect, and the notices that it caused.
    /// - Throws: What `Session.perform(_:_:)` throws; if it takes longer than the scenario's patience, after an issue was
    ///   recorded.
    @discardableResult
    public func answer(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Answer {
        isLookedAt = true
        if let result = await ended() { return try result.get() }
        try Task.checkCancellation()
        let failure = ScenarioFailure.endless(name, patience, work: await session.workText)
        Issue.record(Comment(rawValue: failure.description), sourceLocation: sourceLocation)
        throw TestStopped()
    }

    /// Waits until it has ended, not for ever.
    func ended() async -> Result<Answer, any Error>? {
        if let result = outcome.value { return result }
        _ = await patiently(patience) { [outcome] in await outcome.wait { $0 != nil } ? true : nil }
        return outcome.value
    }

    func follow(_ task: Task<Answer, any Error>) {
        Task { [outcome] in
            let result = await task.result
            outcome.change { $0 = result }
        }
    }
}
