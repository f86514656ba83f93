public import FeatureKit
public import Testing

extension Scenario {
    /// Fills in and sends the form of a button on the screen, and waits until the button's action has ended.
    ///
    /// ```swift
    /// try await doggy.submit("Adopt a dog", ["name": "Rex", "breed": "Bulldog", "age": 2])
    /// try await doggy.submit(DoggyFeature.adopt, [Dog.name.filled(with: "Rex"), Dog.age.filled(with: 2)])
    /// ```
    ///
    /// As in front ends, the initial value of a field is the value in the button's row, or else the field's default.
    /// Each filled-in value is parsed like text that a person enters.
    ///
    /// The test ends with an issue if no button or several buttons match, if the button is disabled, or if the button's
    /// form lacks a field.
    ///
    /// - Parameters:
    ///   - button: The button's title, its action's name, or its action.
    ///   - row: The id or title of the button's row. Needed if several rows have such a button.
    ///   - fields: The values to fill in, keyed by field name.
    ///   - sourceLocation: The source location at which a failure is reported.
    ///   - change: Declares the resulting frame, as ``expect(sourceLocation:_:)`` does.
    /// - Throws: The errors of `Session.perform(_:_:as:)`.
    @discardableResult
    public func submit(
        _ button: some ButtonReference, inRow row: String? = nil, _ fields: [String: FieldValue],
        sourceLocation: SourceLocation = #_sourceLocation, _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        let intent = Intent.submit(button, inRow: row, fields)
        return try await answer(of: intent, stating: change, sourceLocation)
    }

    /// Fills in the form of a button with values of the fields' types and sends it.
    @discardableResult
    public func submit(
        _ button: some ButtonReference, inRow row: String? = nil, _ entries: [FieldEntry],
        sourceLocation: SourceLocation = #_sourceLocation, _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        try await submit(button, inRow: row, entries.values, sourceLocation: sourceLocation, change)
    }

    /// Fills in and sends a form, and expects a refusal with a message for each refused field.
    ///
    /// ```swift
    /// try await doggy.submit(
    ///     "Adopt a dog", ["name": "Rex", "breed": "Bulldog"],
    ///     refused: ["age": "expected a whole number from 0 to 30, got \"\""])
    /// ```
    ///
    /// - Parameters:
    ///   - button: The button's title, its action's name, or its action.
    ///   - row: The id or title of the button's row. Needed if several rows have such a button.
    ///   - fields: The values to fill in, keyed by field name.
    ///   - refusal: The expected message for each refused field, keyed by field name.
    ///   - sourceLocation: The source location at which a failure is reported.
    /// - Throws: An error that ends the test, after recording an issue, if there is no such form.
    public func submit(
        _ button: some ButtonReference, inRow row: String? = nil, _ fields: [String: FieldValue],
        refused refusal: [String: String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expectRefusal(of: .submit(button, inRow: row, fields), refusal, sourceLocation)
    }

    /// Fills in a form with values of the fields' types, sends it, and expects a refusal with a message for each
    /// refused field.
    public func submit(
        _ button: some ButtonReference, inRow row: String? = nil, _ entries: [FieldEntry],
        refused refusal: [String: String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await submit(button, inRow: row, entries.values, refused: refusal, sourceLocation: sourceLocation)
    }

    /// Performs a step and expects a refusal with a message for each refused field.
    func expectRefusal(
        of intent: Intent, _ refusal: [String: String], _ sourceLocation: SourceLocation
    ) async throws {
        let call = try await begin(intent, sourceLocation: sourceLocation)
        do {
            _ = try await call.answer(sourceLocation: sourceLocation)
            report(.accepted(call.name, stated: refusal), sourceLocation)
        } catch let error as TestStopped {
            throw error
        } catch let error as InputRefused {
            if error.fields != refusal {
                report(.refusal(call.name, stated: refusal, actual: error.fields), sourceLocation)
            }
        } catch {
            report(.otherError(call.name, stated: refusal, actual: error), sourceLocation)
        }
    }
}
