public import FeatureKit
public import Testing

/// A call of an action that a scenario has begun.
///
/// The action may still be running.
///
/// ``Scenario/begin(_:as:sourceLocation:)`` creates a `ScenarioCall`. If the call fails and the test does not read the
/// answer, the scenario fails.
public final class ScenarioCall {
    let name: ActionName
    let outcome = Watched<Result<Answer, any Error>?>(nil)
    /// A Boolean value that says whether the test has read the answer.
    private(set) var isAnswerRead = false
    /// A Boolean value that says whether the test has expected the place that the action opened.
    var isPlaceExpected = false
    /// The id of the call in its session; `nil` if the session did not accept the call.
    private var id: String?
    private var person: Person?
    private let session: Session
    private let patience: Duration

    init(_ name: ActionName, of session: Session, patience: Duration) {
        (self.name, self.session, self.patience) = (name, session, patience)
    }

    /// The action's name.
    public var action: String { name.name }

    /// A Boolean value that says whether the call has ended, with an answer or an error.
    public var hasEnded: Bool { outcome.value != nil }

    /// Waits until the call has ended.
    ///
    /// - Parameter sourceLocation: The source location at which a failure is reported.
    /// - Returns: The frame that shows the effect of the call, and the call's notices.
    /// - Throws: The errors of `Session.perform(_:_:as:)`; an error that ends the test, after recording an issue, if the
    ///   call takes longer than the scenario's patience.
    @discardableResult
    public func answer(sourceLocation: SourceLocation = #_sourceLocation) async throws -> Answer {
        isAnswerRead = true
        if let result = await ended() { return try result.get() }
        try await failEndless(sourceLocation)
    }

    /// Cancels the call, as a person does at a front end, and waits until it has ended.
    ///
    /// ```swift
    /// let refresh = try await doggy.begin(.press("Refresh"))
    /// try await refresh.cancel()
    /// await #expect(throws: FeatureError.self) { try await refresh.answer() }
    /// ```
    ///
    /// Reading the answer then throws the error with the code `cancelled`. If the handler returns although it was
    /// cancelled, the call has succeeded.
    ///
    /// - Parameters:
    ///   - person: The person who cancels the call; `nil` for the person who began it.
    ///   - sourceLocation: The source location at which a failure is reported.
    /// - Throws: `FeatureError` with the code `disabled` if calls of the action cannot be cancelled, or `forbidden` if the
    ///   person may not perform the action; an error that ends the test, after recording an issue, if the call takes
    ///   longer than the scenario's patience.
    public func cancel(as person: Person? = nil, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        if let id { _ = try await session.cancelWork(id, as: person ?? self.person) }
        if await ended() == nil { try await failEndless(sourceLocation) }
    }

    private func failEndless(_ sourceLocation: SourceLocation) async throws -> Never {
        try Task.checkCancellation()
        let failure = ScenarioFailure.endless(name, patience, work: await session.workText)
        Issue.record(Comment(rawValue: failure.description), sourceLocation: sourceLocation)
        throw TestStopped()
    }

    /// The place that the action opened and that the test has not expected yet, or `nil`.
    var unexpectedPlace: FeatureLink? {
        guard !isPlaceExpected, case .success(let answer) = outcome.value else { return nil }
        return answer.opens
    }

    /// Waits until the call has ended.
    ///
    /// Returns `nil` if this takes longer than the scenario's patience.
    func ended() async -> Result<Answer, any Error>? {
        if let result = outcome.value { return result }
        _ = await withTimeLimit(patience) { [outcome] in await outcome.wait { $0 != nil } ? true : nil }
        return outcome.value
    }

    func follow(_ task: Task<Answer, any Error>, of id: String, by person: Person?) {
        (self.id, self.person) = (id, person)
        Task { [outcome] in
            let result = await task.result
            outcome.change { $0 = result }
        }
    }
}
