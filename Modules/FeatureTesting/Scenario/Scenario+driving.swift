public import FeatureKit
public import Testing

extension Scenario {
    /// Starts the feature.
    ///
    /// - Throws: What `Session.start()` throws.
    public func start() async throws {
        try await session.start()
    }

    /// Presses a button that stands on the screen, and waits until its action has ended.
    ///
    /// ```swift
    /// try await doggy.press("Refresh")
    /// try await doggy.press("Release", inRow: "Vinny Doberman") { $0.elements = [.list(id: "dogs", rows: others)] }
    /// ```
    ///
    /// The test ends with an issue if no such button stands there, if several do, if it is disabled, or if it asks for
    /// fields that must be filled.
    ///
    /// - Parameters:
    ///   - button: What the button says, or its action's name or value.
    ///   - row: The row that it stands in, by id or title; needed where several rows have one.
    ///   - arguments: Arguments that it presets, to tell it from others.
    ///   - sourceLocation: Where a failure is reported.
    ///   - change: States the frame that it brings about, as ``expect(sourceLocation:_:)`` does.
    /// - Throws: What `Session.perform(_:_:)` throws.
    @discardableResult
    public func press(
        _ button: some ButtonReference, inRow row: String? = nil, with arguments: [String: FieldValue] = [:],
        sourceLocation: SourceLocation = #_sourceLocation, _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        let intent = Intent.press(button, inRow: row, with: arguments)
        return try await answer(of: intent, stating: change, sourceLocation)
    }

    /// Performs an action, whether a button for it stands on the screen or not, and waits until it has ended.
    ///
    /// - Parameters:
    ///   - action: The action's name or value.
    ///   - arguments: Plain values for its fields, each in its JSON type.
    ///   - sourceLocation: Where a failure is reported.
    /// - Throws: What `Session.perform(_:_:)` throws.
    @discardableResult
    public func perform(
        _ action: some ButtonReference, _ arguments: [String: FieldValue] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        try await answer(of: .perform(action, arguments), stating: nil, sourceLocation)
    }

    /// Does what a person intends and goes on at once, while the action is still queued or running.
    ///
    /// ```swift
    /// let refresh = try await doggy.begin(.press("Refresh"))
    /// try await service.load.call().answer(with: [rex])
    /// try await refresh.answer()
    /// ```
    ///
    /// - Returns: The call under way; if it fails, the test must look at its answer.
    /// - Throws: If the screen does not offer it, after an issue was recorded.
    public func begin(
        _ intent: Intent, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ScenarioCall {
        let (name, arguments): (ActionName, Intent.Arguments)
        do throws(ScenarioFailure) {
            (name, arguments) = try intent.call(on: frame, of: session.manifest)
        } catch {
            report(error, sourceLocation)
            throw TestStopped()
        }
        let call = ScenarioCall(name, of: session, patience: patience)
        do {
            call.follow(try await session.begin(name.name, try arguments()))
        } catch {
            call.outcome.change { $0 = .failure(error) }
        }
        calls.append(call)
        return call
    }

    func answer(
        of intent: Intent, stating change: ((inout Screen) -> Void)?, _ sourceLocation: SourceLocation
    ) async throws -> Answer {
        let call = try await begin(intent, sourceLocation: sourceLocation)
        let answer = try await call.answer(sourceLocation: sourceLocation)
        if let change { await expect(sourceLocation: sourceLocation, change) }
        return answer
    }

    func report(_ failure: ScenarioFailure, _ sourceLocation: SourceLocation) {
        Issue.record(Comment(rawValue: failure.description), sourceLocation: sourceLocation)
    }
}
