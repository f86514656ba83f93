public import FeatureKit
public import Testing

extension Scenario {
    /// Fills the form of a button that stands on the screen as a person would, sends it, and waits until its action has
    /// ended.
    ///
    /// ```swift
    /// try await doggy.submit("Adopt a dog", ["name": "Rex", "breed": "Bulldog", "age": 2])
    /// try await doggy.submit(DoggyFeature.adopt, [Dog.name.filled(with: "Rex"), Dog.age.filled(with: 2)])
    /// ```
    ///
    /// The form begins as front ends show it: with the values of the button's row, then with the fields' defaults. What is
    /// filled in is read as typed text.
    ///
    /// The test ends with an issue if no such button stands there, if several do, if it is disabled, or if its form has no
    /// such field.
    ///
    /// - Parameters:
    ///   - button: What the button says, or its action's name or value.
    ///   - row: The row that it stands in, by id or title; needed where several rows have one.
    ///   - fields: What to fill in, by the fields' names.
    ///   - sourceLocation: Where a failure is reported.
    ///   - change: States the frame that it brings about, as ``expect(sourceLocation:_:)`` does.
    /// - Throws: What `Session.perform(_:_:)` throws.
    @discardableResult
    public func submit(
        _ button: some ButtonReference, inRow row: String? = nil, _ fields: [String: FieldValue],
        sourceLocation: SourceLocation = #_sourceLocation, _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        let intent = Intent.submit(button, inRow: row, fields)
        return try await answer(of: intent, stating: change, sourceLocation)
    }

    /// Fills the form of a button with values of its fields' types and sends it.
    @discardableResult
    public func submit(
        _ button: some ButtonReference, inRow row: String? = nil, _ entries: [FieldEntry],
        sourceLocation: SourceLocation = #_sourceLocation, _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        try await submit(button, inRow: row, entries.values, sourceLocation: sourceLocation, change)
    }

    /// Fills and sends a form and states how it is refused, field by field.
    ///
    /// ```swift
    /// try await doggy.submit(
    ///     "Adopt a dog", ["name": "Rex", "breed": "Bulldog"],
    ///     refused: ["age": "expected a whole number from 0 to 30, got \"\""])
    /// ```
    ///
    /// - Parameters:
    ///   - button: What the button says, or its action's name or value.
    ///   - row: The row that it stands in, by id or title; needed where several rows have one.
    ///   - fields: What to fill in, by the fields' names.
    ///   - refusal: The message for each field that is wrong, and for no other.
    ///   - sourceLocation: Where a failure is reported.
    /// - Throws: If there is no such form, after an issue was recorded.
    public func submit(
        _ button: some ButtonReference, inRow row: String? = nil, _ fields: [String: FieldValue],
        refused refusal: [String: String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let call = try await begin(.submit(button, inRow: row, fields), sourceLocation: sourceLocation)
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

    /// Fills a form with values of its fields' types, sends it and states how it is refused, field by field.
    public func submit(
        _ button: some ButtonReference, inRow row: String? = nil, _ entries: [FieldEntry],
        refused refusal: [String: String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await submit(button, inRow: row, entries.values, refused: refusal, sourceLocation: sourceLocation)
    }
}
