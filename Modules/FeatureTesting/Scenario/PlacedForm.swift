import FeatureKit

/// A form on the screen and the fields of its action.
struct PlacedForm {
    /// The changes that a person makes in a form.
    struct Changes {
        /// The entered texts, keyed by field name.
        var texts: [String: String] = [:]
        var emptied: Set<String> = []
    }

    let element: FormElement
    let fields: [FieldDescription]

    /// Returns the form with an id.
    ///
    /// - Throws: ``ScenarioFailure`` if no form has this id or if the form is disabled.
    static func find(
        _ id: String, on frame: Frame?, of manifest: FeatureManifest
    ) throws(ScenarioFailure) -> PlacedForm {
        let forms = frame?.screen.forms ?? []
        guard let element = forms.first(where: { $0.id == id }) else { throw .noForm(id, among: forms, frame) }
        guard element.enabled else { throw .disabledForm(element, frame) }
        return PlacedForm(element: element, fields: manifest.action(named: element.action)?.fields ?? [])
    }

    /// Returns the entered values that differ from the form's values, as a front end sends them.
    ///
    /// - Throws: ``ScenarioFailure`` if the form lacks a field, if a field is disabled, or if a form that is sent on
    ///   change has no changed value.
    func changes(
        filling values: [String: FieldValue], emptying emptied: Set<String>
    ) throws(ScenarioFailure) -> Changes {
        let names = emptied.union(values.keys).sorted()
        if let name = names.first(where: { name in !fields.contains { $0.name == name } }) {
            throw .noFormField(name, element, fields: fields.map(\.name))
        }
        if let name = names.first(where: element.disabled.contains) {
            throw .disabledField(name, element, enabled: fields.map(\.name).filter { !element.disabled.contains($0) })
        }
        var changes = Changes()
        for field in fields where names.contains(field.name) {
            let text = emptied.contains(field.name) ? "" : values[field.name]?.description ?? ""
            guard !shows(text, in: field) else { continue }
            // An empty input means no value, unless the field accepts an empty text as a value.
            if text.isEmpty, field.kind != .text || !field.required || emptied.contains(field.name) {
                changes.emptied.insert(field.name)
            } else {
                changes.texts[field.name] = text
            }
        }
        if element.submits == .change, changes.texts.isEmpty, changes.emptied.isEmpty {
            throw .unchanged(element, fields: names)
        }
        return changes
    }

    /// Returns the call that a front end makes.
    ///
    /// - Throws: `InputRefused` if a text violates its field's rule.
    func call(sending changes: Changes) throws -> Call {
        let arguments = try fields.filter { changes.texts[$0.name] != nil }.read(changes.texts)
        return Call(element.action, arguments, emptied: changes.emptied, form: element.id)
    }

    /// Returns whether a text means the same value that the form already shows.
    private func shows(_ text: String, in field: FieldDescription) -> Bool {
        guard let value = element.values[field.name] else { return text.isEmpty }
        return (try? field.read(text).get()) == (try? field.check(value).get()) ?? value
    }
}
