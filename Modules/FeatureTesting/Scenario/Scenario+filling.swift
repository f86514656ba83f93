public import FeatureKit
public import Testing

extension Scenario {
    /// Fills in a form on the screen, sends the changes, and waits until the form's action has ended.
    ///
    /// ```swift
    /// try await doggy.fill("weight", with: ["kilograms": 21.5])
    /// try await doggy.fill("filter", emptying: ["breed"]) { $0.elements = [.list(id: "dogs", rows: rows)] }
    /// ```
    ///
    /// Each value is parsed like text that a person enters. As in front ends, only fields whose values differ from the
    /// form's values are sent.
    ///
    /// The test ends with an issue if the screen has no such form, if the form or a field is disabled, if the form
    /// lacks a field, or if a form that is sent on change has no changed value.
    ///
    /// - Parameters:
    ///   - form: The form's id.
    ///   - values: The values to fill in, keyed by field name.
    ///   - emptied: The names of the fields to empty.
    ///   - sourceLocation: The source location at which a failure is reported.
    ///   - change: Declares the resulting frame, as ``expect(sourceLocation:_:)`` does.
    /// - Throws: The errors of `Session.perform(_:_:as:)`.
    @discardableResult
    public func fill(
        _ form: String, with values: [String: FieldValue] = [:], emptying emptied: Set<String> = [],
        sourceLocation: SourceLocation = #_sourceLocation, _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        try await answer(of: .fill(form, with: values, emptying: emptied), stating: change, sourceLocation)
    }

    /// Fills in a form on the screen with values of the fields' types and sends the changes.
    @discardableResult
    public func fill(
        _ form: String, with entries: [FieldEntry], sourceLocation: SourceLocation = #_sourceLocation,
        _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        try await answer(of: .fill(form, with: entries), stating: change, sourceLocation)
    }

    /// Fills in and sends a form on the screen, and expects a refusal with a message for each refused field.
    ///
    /// - Parameters:
    ///   - form: The form's id.
    ///   - values: The values to fill in, keyed by field name.
    ///   - emptied: The names of the fields to empty.
    ///   - refusal: The expected message for each refused field, keyed by field name.
    ///   - sourceLocation: The source location at which a failure is reported.
    /// - Throws: An error that ends the test, after recording an issue, if there is no such form.
    public func fill(
        _ form: String, with values: [String: FieldValue] = [:], emptying emptied: Set<String> = [],
        refused refusal: [String: String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expectRefusal(of: .fill(form, with: values, emptying: emptied), refusal, sourceLocation)
    }

    /// Selects a row of a list on the screen and waits until the list's action has ended.
    ///
    /// The test ends with an issue if no selectable row matches, or if several lists have a matching row.
    ///
    /// - Parameters:
    ///   - row: The row's id or title.
    ///   - list: The list's id. Needed if several lists have such a row.
    ///   - sourceLocation: The source location at which a failure is reported.
    ///   - change: Declares the resulting frame, as ``expect(sourceLocation:_:)`` does.
    /// - Throws: The errors of `Session.perform(_:_:as:)`.
    @discardableResult
    public func select(
        _ row: String, in list: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
        _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        try await answer(of: .select(row, in: list), stating: change, sourceLocation)
    }

    /// Edits a cell of a list and waits until the column's action has ended.
    ///
    /// ```swift
    /// try await doggy.edit("age", inRow: "Rex", to: 4)
    /// ```
    ///
    /// The test ends with an issue if the screen has no such cell, or if it cannot be edited now.
    ///
    /// - Parameters:
    ///   - column: The column's name or title.
    ///   - row: The row's id or title.
    ///   - value: The new value; `nil` empties the cell.
    ///   - sourceLocation: The source location at which a failure is reported.
    ///   - change: Declares the resulting frame, as ``expect(sourceLocation:_:)`` does.
    /// - Throws: The errors of `Session.perform(_:_:as:)`, and `InputRefused` if the value violates the rule of its field.
    @discardableResult
    public func edit(
        _ column: String, inRow row: String, to value: FieldValue?,
        sourceLocation: SourceLocation = #_sourceLocation, _ change: ((inout Screen) -> Void)? = nil
    ) async throws -> Answer {
        try await answer(of: .edit(column, inRow: row, to: value), stating: change, sourceLocation)
    }
}
