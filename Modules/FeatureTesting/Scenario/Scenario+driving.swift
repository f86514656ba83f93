public import FeatureKit
public import Testing

extension Scenario {
    /// Starts the feature.
    ///
    /// - Throws: The errors of `Session.start()`.
    public func start() async throws {
        try await session.start()
    }

    /// Presses a button and waits until its action has ended.
    ///
    /// The button is on the screen or on the last expected notice.
    ///
    /// ```swift
    /// try await doggy.press("Refresh")
    /// try await doggy.press("Release", inRow: "Vinny Doberman") { $0.elements = [.list(id: "dogs", rows: others)] }
    /// ```
    ///
    /// The test ends with an issue if no button or several buttons match, if the button is disabled, or if the button's
    /// form has fields to fill in.
    ///
    /// - Parameters:
    ///   - button: The button's title, its action's name, or its action.
    ///   - row: The id or title of the button's row. Needed if several rows have such a button.
    ///   - arguments: Preset arguments that distinguish the button from similar buttons.
    ///   - sourceLocation: The source location at which a failure is reported.
    ///   - change: Declares the resulting frame, as ``expect(sourceLocation:_:)`` does.
    /// - Throws: The errors of `Session.perform(_:_:as:)`.
    @discardableResult
    public func press(
        _ button: some ButtonReference, inRow row: String? = nil, with arguments: [String: FieldValue] = [:],
        sourceLocation: SourceLocation = #_sourceLocation, _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        let intent = Intent.press(button, inRow: row, with: arguments)
        return try await answer(of: intent, stating: change, sourceLocation)
    }

    /// Performs an action and waits until it has ended.
    ///
    /// The screen need not have a button for the action.
    ///
    /// ```swift
    /// try await doggy.perform(DoggyFeature.release, ["id": "rex"], as: Person(id: "kim", roles: .some(["keeper"])))
    /// ```
    ///
    /// - Parameters:
    ///   - action: The action's name or value.
    ///   - arguments: The plain values of the action's fields, each in its JSON type.
    ///   - person: The person who performs the action; `nil` for the scenario's ``person``.
    ///   - sourceLocation: The source location at which a failure is reported.
    /// - Throws: The errors of `Session.perform(_:_:as:)`.
    @discardableResult
    public func perform(
        _ action: some ButtonReference, _ arguments: [String: FieldValue] = [:], as person: Person? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        let call = try await begin(.perform(action, arguments), as: person, sourceLocation: sourceLocation)
        return try await call.answer(sourceLocation: sourceLocation)
    }

    /// Begins a step and returns as soon as its action is queued or running.
    ///
    /// ```swift
    /// let refresh = try await doggy.begin(.press("Refresh"))
    /// try await service.load.call().answer(with: [rex])
    /// try await refresh.answer()
    /// ```
    ///
    /// - Parameters:
    ///   - intent: The step.
    ///   - person: The person who acts; `nil` for the scenario's ``person``.
    ///   - sourceLocation: The source location at which a failure is reported.
    /// - Returns: The running call. If the call fails, the test must read its answer.
    /// - Throws: An error that ends the test, after recording an issue, if the screen does not offer the step.
    public func begin(
        _ intent: Intent, as person: Person? = nil, sourceLocation: SourceLocation = #_sourceLocation
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
            let caller = person ?? self.person
            let (id, answer) = try await session.begin(try makeCall(), as: caller)
            call.follow(answer, of: id, by: caller)
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
