import FeatureKit
import Interaction

/// A person's choice between their own text and the value that another person has saved.
struct SentDecision: Sendable {
    /// Whether the form sends the value of the other person.
    let takesTheirs: Bool
    /// The other person's value, as the text that the page showed.
    let theirs: String

    private static let (mine, other) = ("mine ", "theirs ")

    /// The values of the two buttons that decide about another person's value.
    static func choices(about theirs: String) -> (mine: String, theirs: String) { (mine + theirs, other + theirs) }

    /// Reads the value of the pressed button.
    ///
    /// The result is `nil` if no page makes such a value.
    init?(_ text: String) {
        let prefix = text.utf8.starts(with: SentDecision.other.utf8) ? SentDecision.other : SentDecision.mine
        guard text.utf8.starts(with: prefix.utf8) else { return nil }
        takesTheirs = prefix == SentDecision.other
        theirs = String(text[text.utf8.index(text.startIndex, offsetBy: prefix.utf8.count)...])
    }
}

extension SentForm {
    /// Throws an error if the form would replace a value that another person has saved in the meantime.
    ///
    /// The person then sees both values and decides. Until then, the form is refused each time.
    ///
    /// - Parameters:
    ///   - screen: The newest screen.
    ///   - manifest: The manifest of the feature.
    /// - Throws: `InputRefused` with a message for each such field.
    func refuseConflicts(on screen: Screen, of manifest: FeatureManifest) throws(InputRefused) {
        let form = refusedForm(nil)
        let values: [String: FieldValue]
        var isStale = false
        if let place {
            guard let element = screen.forms.first(where: { $0.id == place && $0.submits == .button }) else { return }
            values = element.values
        } else {
            guard let (button, place) = screen.button(of: self, in: manifest) else { return }
            values = (place?.row.shownValues(of: action.fields) ?? [:]).merging(button.values) { $1 }
            isStale = form.isStale(for: button)
        }
        let fields = action.fields.filter { field in
            form.conflict(in: field, with: values[field.name], isStale: isStale) != nil
        }
        guard !fields.isEmpty else { return }
        throw InputRefused(
            Dictionary(uniqueKeysWithValues: fields.map { ($0.name, "another person has saved a new value") }),
            advice: Dictionary(uniqueKeysWithValues: fields.map { ($0.name, Decision.request) }))
    }
}

extension RefusedForm {
    /// Returns whether the form was made for an older state of the button's record.
    func isStale(for button: Button) -> Bool {
        button.action == action && preset != button.arguments.mapValues(\.formText)
    }

    /// Returns the text of the value that the form would replace although the person has not seen the value; `nil` if
    /// there is none.
    ///
    /// - Parameters:
    ///   - field: The field.
    ///   - value: The field's current value.
    ///   - isStale: Whether the form was made for an older state of the record. If the form does not say what its
    ///     fields contained, each of its texts that differs from the current value then counts.
    func conflict(in field: FieldDescription, with value: FieldValue?, isStale: Bool) -> String? {
        let original = originals[field.name]
        // A form that does not begin with a record's values replaces nothing.
        guard field.kind != .secret, let typed = typed[field.name], value != nil || original != nil && !field.required
        else { return nil }
        let current = value?.formText ?? ""
        guard let original else {
            return (isStale || undecided.contains(field.name)) && !field.isSame(typed, as: current) ? current : nil
        }
        return field.standing(of: typed, seen: original, saved: current) == .contested ? current : nil
    }

    /// Returns whether the person has left a field as it was when the page was rendered.
    func isUnchanged(_ field: FieldDescription) -> Bool {
        guard let typed = typed[field.name], let original = originals[field.name] else { return false }
        return field.isSame(typed, as: original)
    }
}
