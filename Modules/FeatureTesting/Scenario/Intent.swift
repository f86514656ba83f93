public import FeatureKit

/// What a scenario's person does: press a button, fill and send its form, or perform an action by name.
///
/// ```swift
/// let refresh = try await doggy.begin(.press("Refresh"))
/// ```
public struct Intent: Sendable {
    enum Kind: Sendable {
        case perform([String: FieldValue])
        case press(row: String?, arguments: [String: FieldValue])
        case submit(row: String?, fields: [String: FieldValue])
    }

    let button: any ButtonReference
    let kind: Kind

    /// Presses a button that stands on the screen, like ``Scenario/press(_:inRow:with:sourceLocation:_:)``.
    public static func press(
        _ button: some ButtonReference, inRow row: String? = nil, with arguments: [String: FieldValue] = [:]
    ) -> Intent {
        Intent(button: button, kind: .press(row: row, arguments: arguments))
    }

    /// Fills and sends the form of a button that stands on the screen, as a scenario's `submit` does.
    public static func submit(
        _ button: some ButtonReference, inRow row: String? = nil, _ fields: [String: FieldValue]
    ) -> Intent {
        Intent(button: button, kind: .submit(row: row, fields: fields))
    }

    /// Fills and sends the form of a button with values of its fields' types.
    public static func submit(
        _ button: some ButtonReference, inRow row: String? = nil, _ entries: [FieldEntry]
    ) -> Intent {
        .submit(button, inRow: row, entries.values)
    }

    /// Performs an action, like ``Scenario/perform(_:_:sourceLocation:)``.
    public static func perform(
        _ action: some ButtonReference, _ arguments: [String: FieldValue] = [:]
    ) -> Intent {
        Intent(button: action, kind: .perform(arguments))
    }
}

extension Intent {
    /// Returns what front ends would send with an action.
    ///
    /// It throws `InputRefused` for what the form's rules refuse.
    typealias Arguments = () throws -> [String: FieldValue]

    /// Finds what is meant on a screen.
    ///
    /// - Throws: If the screen does not offer it.
    func call(
        on frame: Frame?, of manifest: FeatureManifest
    ) throws(ScenarioFailure) -> (action: ActionName, arguments: Arguments) {
        let place: StandingButton
        let fields: [String: FieldValue]
        switch kind {
        case .perform(let arguments):
            return (ActionName(button.referenceAction, in: manifest), { arguments })
        case .press(let row, let arguments):
            place = try StandingButton.find(button, inRow: row, with: arguments, on: frame)
            fields = [:]
        case .submit(let row, let values):
            place = try StandingButton.find(button, inRow: row, with: [:], on: frame)
            fields = values
        }
        let form = ScreenForm(place, of: manifest)
        if case .press = kind, !form.unfilled.isEmpty {
            throw ScenarioFailure.asks(place, for: form.unfilled)
        }
        if let name = fields.keys.sorted().first(where: { !form.hasField($0) }) {
            throw ScenarioFailure.noField(name, place, fields: form.asked.map(\.name))
        }
        return (ActionName(place.button.action, in: manifest), { try form.arguments(filledWith: fields) })
    }
}
