import FeatureKit

/// A way to ask for an action on a page: a button, a button that asks again, or a form.
struct ActionView {
    /// The template that draws it: `press`, `confirm` or `ask`.
    let template: String
    /// What the ids of its parts begin with, and its own.
    let id: String
    let label: String
    let role: String
    let disabled: Bool
    let form: FormView

    /// Whether it is a form, with fields to fill.
    var asks: Bool { template == "ask" }

    /// Describes what a page shows for a button.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - id: What the ids of its controls begin with.
    ///   - fields: The fields of its action; those that the button does not preset are asked for.
    ///   - values: What its form begins with, by the fields' names.
    ///   - place: Where its form goes, and what was typed before.
    init(
        _ button: Button, id: String, fields: [FieldDescription], values: [String: FieldValue],
        place: inout FormPlace
    ) {
        (self.id, label, role, disabled) = (id, button.title, button.role.rawValue, !button.enabled)
        let asked = fields.filter { button.arguments[$0.name] == nil }
        template = !asked.isEmpty ? "ask" : button.role == .destructive ? "confirm" : "press"
        let required = Set(fields.filter(\.required).map(\.name))
        form = place.form(
            for: button, id: id, identifiedBy: required, asking: asked, beginningWith: values)
    }
}
