public import FeatureKit
public import Testing

extension Scenario {
    /// Fills a form in place on the screen, sends what changes, and waits until its action has ended.
    ///
    /// ```swift
    /// try await doggy.fill("weight", with: ["kilograms": 21.5])
    /// try await doggy.fill("filter", emptying: ["breed"]) { $0.elements = [.list(id: "dogs", rows: rows)] }
    /// ```
    ///
    /// Values are read as typed text. As in front ends, only fields that differ from the values of the form are sent.
    ///
    /// The test ends with an issue if the screen has no such form, if the form or a field in it is disabled, if the form
    /// lacks a field, or if nothing changes in a form that is sent on change.
    ///
    /// - Parameters:
    ///   - form: The form's id.
    ///   - values: The values to fill in, keyed by field name.
    ///   - emptied: The names of the fields to empty.
    ///   - sourceLocation: Where a failure is reported.
    ///   - change: States the resulting frame, as ``expect(sourceLocation:_:)`` does.
    /// - Throws: What `Session.perform(_:_:)` throws.
    @discardableResult
    public func fill(
        _ form: String, with values: [String: FieldValue] = [:], emptying emptied: Set<String> = [],
        sourceLocation: SourceLocation = #_sourceLocation, _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        try await answer(of: .fill(form, with: values, emptying: emptied), stating: change, sourceLocation)
    }

    /// Fills a form in place with typed values and sends what changes.
    @discardableResult
    public func fill(
        _ form: String, with entries: [FieldEntry], sourceLocation: SourceLocation = #_sourceLocation,
        _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        try await answer(of: .fill(form, with: entries), stating: change, sourceLocation)
    }

    /// Fills and sends a form in place and states its refusal, field by field.
    ///
    /// - Parameters:
    ///   - form: The form's id.
    ///   - values: The values to fill in, keyed by field name.
    ///   - emptied: The names of the fields to empty.
    ///   - refusal: The message for each refused field.
    ///   - sourceLocation: Where a failure is reported.
    /// - Throws: An error that ends the test, after recording an issue, if there is no such form.
    public func fill(
        _ form: String, with values: [String: FieldValue] = [:], emptying emptied: Set<String> = [],
        refused refusal: [String: String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expectRefusal(of: .fill(form, with: values, emptying: emptied), refusal, sourceLocation)
    }

    /// Selects a row of a list on the screen and waits until the action has ended.
    ///
    /// The test ends with an issue if no list on the screen has such a row to select, or several have.
    ///
    /// - Parameters:
    ///   - row: The row's id or title.
    ///   - list: The list's id; needed if several lists have such a row.
    ///   - sourceLocation: Where a failure is reported.
    ///   - change: States the resulting frame, as ``expect(sourceLocation:_:)`` does.
    /// - Throws: What `Session.perform(_:_:)` throws.
    @discardableResult
    public func select(
        _ row: String, in list: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
        _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        try await answer(of: .select(row, in: list), stating: change, sourceLocation)
    }
}
