public import FeatureKit

/// A step of a scenario: press a button, submit or fill in a form, select a row, or perform an action by name.
///
/// ```swift
/// let refresh = try await doggy.begin(.press("Refresh"))
/// ```
public struct Intent: Sendable {
    enum Kind: Sendable {
        case perform(any ButtonReference, [String: FieldValue])
        case press(any ButtonReference, row: String?, arguments: [String: FieldValue])
        case submit(any ButtonReference, row: String?, fields: [String: FieldValue])
        case fill(form: String, values: [String: FieldValue], emptied: Set<String>)
        case select(row: String, list: String?)
        case edit(column: String, row: String, value: FieldValue?)
    }

    let kind: Kind

    /// Presses a button on the screen, like ``Scenario/press(_:inRow:with:sourceLocation:_:)``.
    public static func press(
        _ button: some ButtonReference, inRow row: String? = nil, with arguments: [String: FieldValue] = [:]
    ) -> Intent {
        Intent(kind: .press(button, row: row, arguments: arguments))
    }

    /// Fills in and sends the form of a button on the screen, like the `submit` methods of ``Scenario``.
    public static func submit(
        _ button: some ButtonReference, inRow row: String? = nil, _ fields: [String: FieldValue]
    ) -> Intent {
        Intent(kind: .submit(button, row: row, fields: fields))
    }

    /// Fills in and sends the form of a button, with values of the fields' types.
    public static func submit(
        _ button: some ButtonReference, inRow row: String? = nil, _ entries: [FieldEntry]
    ) -> Intent {
        .submit(button, inRow: row, entries.values)
    }

    /// Fills in a form on the screen and sends its changes, like the `fill` methods of ``Scenario``.
    public static func fill(
        _ form: String, with values: [String: FieldValue] = [:], emptying emptied: Set<String> = []
    ) -> Intent {
        Intent(kind: .fill(form: form, values: values, emptied: emptied))
    }

    /// Fills in a form on the screen and sends its changes, with values of the fields' types.
    public static func fill(_ form: String, with entries: [FieldEntry]) -> Intent {
        .fill(form, with: entries.values)
    }

    /// Selects a row of a list, like ``Scenario/select(_:in:sourceLocation:_:)``.
    public static func select(_ row: String, in list: String? = nil) -> Intent {
        Intent(kind: .select(row: row, list: list))
    }

    /// Edits a cell of a list, like ``Scenario/edit(_:inRow:to:sourceLocation:_:)``.
    public static func edit(_ column: String, inRow row: String, to value: FieldValue?) -> Intent {
        Intent(kind: .edit(column: column, row: row, value: value))
    }

    /// Performs an action, like ``Scenario/perform(_:_:as:sourceLocation:)``.
    public static func perform(
        _ action: some ButtonReference, _ arguments: [String: FieldValue] = [:]
    ) -> Intent {
        Intent(kind: .perform(action, arguments))
    }
}

extension Intent {
    /// A closure that returns the call that a front end would make.
    ///
    /// The closure throws `InputRefused` if the rules of the form refuse the input.
    typealias MakeCall = () throws -> Call

    /// Finds the button, form, row or action on a screen, and returns a closure that makes its call.
    ///
    /// - Parameters:
    ///   - frame: The frame with the screen, or `nil` before the first frame.
    ///   - notice: The last notice that the test expected. The test can also press the button of this notice.
    ///   - manifest: The manifest of the feature.
    /// - Throws: ``ScenarioFailure`` if the screen does not offer the step.
    func call(
        on frame: Frame?, _ notice: Notice?, of manifest: FeatureManifest
    ) throws(ScenarioFailure) -> (action: ActionName, call: MakeCall) {
        switch kind {
        case .perform(let action, let arguments):
            return (ActionName(action.referenceAction, in: manifest), { Call(action.referenceAction, arguments) })
        case .press(let button, let row, let arguments):
            let place = try PlacedButton.find(button, inRow: row, with: arguments, on: frame, notice)
            let form = ScreenForm(place, of: manifest)
            guard form.unfilled.isEmpty else { throw .asks(place, for: form.unfilled) }
            return (ActionName(place.button.action, in: manifest), { try form.call(filledWith: [:]) })
        case .submit(let button, let row, let fields):
            let place = try PlacedButton.find(button, inRow: row, with: [:], on: frame, notice)
            let form = ScreenForm(place, of: manifest)
            if let name = fields.keys.sorted().first(where: { !form.hasField($0) }) {
                throw .noField(name, place, fields: form.asked.map(\.name))
            }
            return (ActionName(place.button.action, in: manifest), { try form.call(filledWith: fields) })
        case .fill(let id, let values, let emptied):
            let form = try PlacedForm.find(id, on: frame, of: manifest)
            let changes = try form.changes(filling: values, emptying: emptied)
            return (ActionName(form.element.action, in: manifest), { try form.call(sending: changes) })
        case .select(let row, let list):
            let place = try SelectableRow.find(row, in: list, on: frame)
            return (ActionName(place.action, in: manifest), { Call(place.action, ["id": .text(place.row.id)]) })
        case .edit(let column, let row, let value):
            let cell = try EditableCell.find(column, inRow: row, on: frame, of: manifest)
            return (ActionName(cell.button.action, in: manifest), { try cell.call(giving: value) })
        }
    }
}
