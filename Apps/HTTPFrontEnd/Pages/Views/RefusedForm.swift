import FeatureKit
import FeatureStorage

/// A form that a person sent and that was refused.
struct RefusedForm {
    let action: String
    /// The preset arguments of the form's button.
    let preset: [String: String]
    /// The texts that the person typed, without secrets.
    let typed: [String: String]
    /// The texts of the fields when the page was rendered, as far as the form says them.
    ///
    /// If the person has decided about another person's value, the text is that value.
    let originals: [String: String]
    /// The fields whose other value the person has seen without a decision.
    var undecided: Set<String> = []
    /// The error messages of the form's fields if its input was refused.
    let refusal: InputRefused?
    /// The id of the form element that was sent; `nil` for a form of a button.
    ///
    /// For a form element, ``typed`` has only the changed fields.
    var form: String?
    /// The name of the column whose cell the form edits; `nil` for any other form.
    var column: String?
    /// The ticked rows on which the form acts.
    var ticks: [Tick] = []
    /// The records that the refused texts may name, by field.
    private(set) var found: [String: [Choice]] = [:]

    /// Returns whether a button has made the form.
    ///
    /// Ignores optional arguments, such as a revision, because they may have changed for the same row.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - required: The names of the action's required fields.
    ///   - column: The name of the column whose cell the button edits; `nil` for any other button.
    func isMade(by button: Button, identifiedBy required: Set<String>, editing column: String? = nil) -> Bool {
        guard form == nil, action == button.action, self.column == column else { return false }
        func identity(_ preset: [String: String]) -> [String: String] { preset.filter { required.contains($0.key) } }
        return identity(preset) == identity(button.arguments.mapValues(\.formText))
    }

    /// Returns the hidden controls with the texts that the person has seen in fields, as far as the form says them.
    func seen(in fields: [FieldDescription]) -> [HiddenControl] {
        fields.compactMap { field in
            originals[field.name].map { HiddenControl(name: SentForm.originalName(of: field.name), value: $0) }
        }
    }

    /// Returns the typed texts with the titles of their fields.
    func items(of fields: [FieldDescription]) -> [FieldsElement.Item] {
        fields.compactMap { field in
            let text = typed[field.name].map { field.kind.isList ? $0.formLines.joined(separator: ", ") : $0 }
            return text.flatMap { $0.isEmpty ? nil : FieldsElement.Item(label: field.title, value: $0) }
        }
    }
}

extension RefusedForm {
    /// The maximum number of records that a form offers for a field.
    private static let foundLimit = 20

    /// Finds the records that the refused texts may name, those with the same title first.
    ///
    /// Finds none of a feature that the person may not use. A failure of the store leaves the form without an offer.
    ///
    /// - Parameters:
    ///   - fields: The fields of the form.
    ///   - features: The features that the person may use.
    mutating func find(for fields: [FieldDescription], in features: RemoteFeatures) async {
        guard let refusal, let source = features.registry.choices else { return }
        for field in fields where refusal.fields[field.name] != nil {
            guard let reference = field.reference, (try? features.feature(reference.feature)) != nil else { continue }
            let text = typed[field.name] ?? ""
            let page = try? await source.choices(
                in: reference.feature, matching: text, after: nil, limit: 5 * RefusedForm.foundLimit)
            let choices = page?.choices ?? []
            let folded = SearchText.fold(text)
            let isNamed = { (choice: Choice) in SearchText.fold(choice.title) == folded }
            found[field.name] = Array(
                (choices.filter(isNamed) + choices.filter { !isNamed($0) }).prefix(RefusedForm.foundLimit))
        }
    }
}
