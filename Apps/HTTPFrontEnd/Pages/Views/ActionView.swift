import FeatureKit
import Interaction

/// The view of an action: a button that acts at once, or a button that opens a dialog.
struct ActionView {
    /// The neighbour to which a button leads from the record on the page.
    enum Step { case previous, next }

    /// Whether the button opens a dialog.
    let asks: Bool
    /// The name of the action.
    let action: String
    /// The view's id, and the prefix of its parts' ids.
    let id: String
    let label: String
    /// The CSS class of the button; `nil` for a normal one.
    let role: String?
    let disabled: Bool
    /// The neighbour to which the button leads; `nil` for any other button.
    let step: Step?
    /// The heading of the dialog, such as "Release Rex?".
    let heading: String
    /// Whether the dialog only asks whether to act.
    let isQuestion: Bool
    /// The confirmation question that the feature gives, or what the action takes away; `nil` for neither.
    let question: String?
    /// The key that presses the button; `nil` for none.
    var shortcut: String?
    var form: FormView
    /// Whether the page shows the dialog at once.
    var isOpen = false

    /// Creates the view of a button.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - id: The prefix of the control ids.
    ///   - action: The button's action. Each field without a preset argument gets a control.
    ///   - column: The name of the column whose cell the button edits; `nil` for any other button.
    ///   - values: The initial values of the button's form, by field name.
    ///   - row: The title of the button's row; `nil` for a button outside a row.
    ///   - record: The title of the record that the page shows; `nil` on other pages.
    ///   - place: The session of the page, and the refused form with its typed text.
    init(
        _ button: Button, id: String, of action: Action?, editing column: String? = nil,
        values: [String: FieldValue], of row: String? = nil, on record: String? = nil, place: inout FormPlace
    ) {
        let fields = action?.fields ?? []
        (self.action, self.id, label, disabled) = (button.action, id, button.title, !button.enabled)
        role = button.role.style ?? (action?.effect == .reloads ? "reloads" : nil)
        (question, shortcut) = (button.confirm ?? action?.consequence, button.usableKey)
        let asked = button.asked(among: fields)
        asks = button.asks(for: asked)
        step = asks || !button.role.isStep ? nil : button.role == .next ? .next : .previous
        isQuestion = asked.isEmpty
        // The dialog asks the button's own question below the heading.
        heading = button.words(about: row ?? record) + (isQuestion && button.confirm == nil ? "?" : "")
        form = place.form(
            for: button, id: id, identifiedBy: fields.identifying, asking: asked,
            beginningWith: values.merging(button.values) { $1 }, editing: column)
        isOpen = form.refused
    }
}
