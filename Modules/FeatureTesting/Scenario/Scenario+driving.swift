public import FeatureKit
public import Testing

extension Scenario {
    /// Starts the feature.
    ///
    /// - Throws: What `Session.start()` throws.
    public func start() async throws {
        try await session.start()
    }

    /// Presses a button on the screen, or of the last stated notice, and waits until its action has ended.
    ///
    /// ```swift
    /// try await doggy.press("Refresh")
    /// try await doggy.press("Release", inRow: "Vinny Doberman") { $0.elements = [.list(id: "dogs", rows: others)] }
    /// ```
    ///
    /// The test ends with an issue if the screen has no such button or several, if the button is disabled, or if its
    /// form has fields to fill.
    ///
    /// - Parameters:
    ///   - button: The button's title, its action's name, or its action.
    ///   - row: The row of the button, by id or title. Needed if several rows have such a button.
    ///   - arguments: Preset arguments that distinguish the button from others.
    ///   - sourceLocation: Where a failure is reported.
    ///   - change: States the resulting frame, as ``expect(sourceLocation:_:)`` does.
    /// - Throws: What `Session.perform(_:_:)` throws.
    @discardableResult
    public func press(
        _ button: some ButtonReference, inRow row: String? = nil, with arguments: [String: FieldValue] = [:],
        sourceLocation: SourceLocation = #_sourceLocation, _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        let intent = Intent.press(button, inRow: row, with: arguments)
        return try await answer(of: intent, stating: change, sourceLocation)
    }

    /// Performs an action, with or without a button on the screen, and waits until it has ended.
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

    /// Begins a step and returns while its action is queued or running.
    ///
    /// ```swift
    /// let refresh = try await doggy.begin(.press("Refresh"))
    /// try await service.load.call().answer(with: [rex])
    /// try await refresh.answer()
    /// ```
    ///
    /// - Returns: The running call. If it fails, the test must read its answer.
    /// - Throws: An error that ends the test, after recording an issue, if the screen does not offer the step.
    public func begin(
        _ intent: Intent, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> ScenarioCall {
        let (name, makeCall): (ActionName, Intent.MakeCall)
        do throws(ScenarioFailure) {
            (name, makeCall) = try intent.call(on: frame, notice, of: session.manifest)
        } catch {
            report(error, sourceLocation)
            throw TestStopped()
        }
        let call = ScenarioCall(name, of: session, patience: patience)
        do {
            call.follow(try await session.begin(try makeCall()))
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
