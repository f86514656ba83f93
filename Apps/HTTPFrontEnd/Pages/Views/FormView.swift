import FeatureKit
import Interaction

/// A form of a page.
struct FormView {
    let method: String
    var address: String
    /// The text of the form's button.
    let submit: String
    /// The CSS class of the form's button; `nil` for a normal one.
    let role: String?
    let disabled: Bool
    private(set) var controls: [ControlView]
    /// Whether the form was sent and refused.
    let refused: Bool
    /// The error messages above the controls.
    var errors: [ErrorView] = []
    /// The address of the page without the refused form; `nil` if the page can hide the form.
    var back: String?
    /// The idempotency key for a browser without script; `nil` if the script makes the keys.
    var key: String?
    /// The hidden controls with which the form keeps texts that it does not show.
    var kept: [HiddenControl] = []

    /// Gives the first control the focus.
    mutating func focusFirst() {
        if !controls.isEmpty { controls[0].focus = true }
    }
}

/// The context of the forms on a page: the addresses, and the form that was refused.
struct FormPlace {
    var addresses: PageAddresses
    let refusedForm: RefusedForm?
    /// The dialog that the address of the page names.
    var dialog: DialogAddress?
    /// The idempotency key of the page's forms; `nil` if the script makes the keys.
    let key: String?
    /// Whether the page's script keeps typed text.
    var keepsTyped: Bool { key == nil }
    /// Whether a form on the page already shows the refused form's texts.
    private(set) var hasShownRefusedForm = false
    /// The URL fragment of the tab or the folded section around a form.
    ///
    /// The browser returns to it after the form is sent.
    var fragment: String?

    /// Creates the context of a page's forms.
    ///
    /// - Parameters:
    ///   - addresses: The addresses on the page.
    ///   - refusedForm: The refused form.
    ///   - key: The forms' idempotency key. It differs for each page; `nil` if pages share the HTML. Forms of different
    ///     calls can have the same key, because the call is a part of the key that counts.
    init(addresses: PageAddresses, refusedForm: RefusedForm?, key: String?) {
        (self.addresses, self.refusedForm, self.key) = (addresses, refusedForm, key)
    }

    /// Makes the form of a button.
    ///
    /// The form's address contains the preset arguments, because an address preserves any text exactly.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - id: The prefix of the control ids.
    ///   - required: The names of the fields whose preset values distinguish forms of the same action.
    ///   - fields: The fields that get a control.
    ///   - values: The initial values of the fields, by name.
    ///   - column: The name of the column whose cell the button edits; `nil` for any other button.
    mutating func form(
        for button: Button, id: String, identifiedBy required: Set<String>, asking fields: [FieldDescription],
        beginningWith values: [String: FieldValue], editing column: String? = nil
    ) -> FormView {
        let preset = button.arguments.mapValues(\.formText)
        let refusedForm = refusedForm.flatMap {
            $0.isMade(by: button, identifiedBy: required, editing: column) ? $0 : nil
        }
        let isStale = refusedForm?.isStale(for: button) ?? false
        let controls = fields.map { field in
            let value = values[field.name]
            let isUntouched = refusedForm?.isUnchanged(field) ?? true
            let entry = ControlView.Entry(
                typed: isUntouched ? value?.formText : refusedForm?.typed[field.name] ?? "",
                error: refusedForm?.refusal?.advice[field.name],
                theirs: refusedForm?.conflict(in: field, with: value, isStale: isStale),
                found: refusedForm?.found[field.name] ?? [])
            return ControlView(field, id: "\(id):\(field.name)", entry, in: .init(feature: addresses.manifest.id))
        }
        // Several buttons may match the refused form. Only the form of the first button opens and gets the focus.
        let isOpen = refusedForm != nil && !hasShownRefusedForm && !fields.isEmpty
        defer { hasShownRefusedForm = hasShownRefusedForm || isOpen }
        return FormView(
            method: "post", address: address(of: button, editing: column),
            submit: column == nil ? button.submitTitle(asking: fields, beginningWith: values) : "Save",
            role: button.role.style, disabled: !button.enabled,
            controls: isOpen ? controls.focusingFirstError : controls, refused: isOpen,
            errors: refusedForm?.refusal.map {
                ErrorView.list($0, fields: fields, preset: preset.keys, in: id, of: addresses.manifest)
            } ?? [],
            back: isOpen && !keepsTyped ? addresses.page : nil,
            key: key,
            kept: keepsTyped
                ? []
                : isOpen
                    ? refusedForm?.seen(in: fields) ?? []
                    : column == nil
                        ? []
                        : fields.map {
                            HiddenControl(
                                name: SentForm.originalName(of: $0.name), value: values[$0.name]?.formText ?? "")
                        })
    }

    /// Returns the error messages about the fields of a form that another button's action has refused.
    ///
    /// Such a button acts on what the person has entered into the form, so the messages stand in the form. Only a form
    /// that is sent on change has told the feature what the person has entered.
    private func strayErrors(in element: FormElement, _ fields: [FieldDescription]) -> [String: String] {
        guard element.submits == .change, !addresses.manifest.actions.browse(with: element), let refusedForm,
            refusedForm.form == nil, !hasShownRefusedForm, let refusal = refusedForm.refusal
        else { return [:] }
        let own = addresses.manifest.action(named: refusedForm.action)?.fields ?? []
        let names = Set(fields.map(\.name)).subtracting(own.map(\.name))
        // A message about anything else would not be seen.
        return refusal.fields.keys.allSatisfy(names.contains) ? refusal.advice : [:]
    }

    /// Makes the view of a form element.
    ///
    /// - Parameters:
    ///   - element: The form element.
    ///   - fields: The fields of the form's action.
    ///   - hidden: The names of the fields that a form for browsing leaves out.
    ///   - submit: The text of the form's button.
    ///   - heading: The form's heading.
    ///   - nearestHeading: The id of the nearest heading above the form.
    mutating func form(
        _ element: FormElement, fields: [FieldDescription], without hidden: Set<String>, submit: String,
        heading: HeadingView?, nearestHeading: String
    ) -> PlacedFormView {
        let id = PageID.element(element.id)
        let strayErrors = strayErrors(in: element, fields)
        let refusedForm = refusedForm.flatMap { $0.form == element.id && $0.action == element.action ? $0 : nil }
        defer { hasShownRefusedForm = hasShownRefusedForm || refusedForm != nil || !strayErrors.isEmpty }
        let options = addresses.options(changedBy: fields, of: element.action)
        // On the own page, the form leads to the address of the place, so the rules and the defaults of the options count.
        let hasAddress = options != nil && !addresses.isShared
        let typed = FormElement.typedFields(among: fields)
        let clearing = typed.map {
            HiddenControl(name: SentForm.controlName(of: $0.name), value: $0.defaultValue?.formText ?? "")
        }
        let fields =
            options.map { options in
                (hasAddress ? options : typed).filter { field in
                    // A field with a mistake stays in sight.
                    !hidden.contains(field.name) || refusedForm?.refusal?.advice[field.name] != nil
                        || element.problems[field.name] != nil
                }
            } ?? typed
        func fit(_ field: FieldDescription) -> String? {
            element.submits == .change && !element.disabled.contains(field.name) ? "\(id):\(field.name)-fit" : nil
        }
        let controls = fields.map { field in
            let problem = element.problems[field.name]
            let conflict = refusedForm?.conflict(in: field, with: element.values[field.name], isStale: false)
            // A taken value that only the presenter's problem has stays typed: the element's values lack it.
            let isUntouched =
                refusedForm?.isUnchanged(field) ?? true
                && refusedForm?.originals[field.name] != problem?.theirs?.formText
            let entry = ControlView.Entry(
                typed: (isUntouched ? nil : refusedForm?.typed[field.name]) ?? element.text(of: field.name),
                error: refusedForm?.refusal?.advice[field.name] ?? problem?.text ?? strayErrors[field.name],
                theirs: conflict ?? problem?.theirs?.formText.unless(refusedForm?.originals[field.name]),
                isLocked: element.disabled.contains(field.name), found: refusedForm?.found[field.name] ?? [])
            return ControlView(
                field.restricted(to: element.choices[field.name]), id: "\(id):\(field.name)", entry,
                in: .init(
                    isSearched: options != nil, isInAddress: hasAddress, remark: fit(field),
                    feature: addresses.manifest.id))
        }
        return PlacedFormView(
            id: "\(id):form", heading: heading, nearestHeading: nearestHeading,
            label: element.title ?? addresses.manifest.action(named: element.action)?.title ?? submit,
            submits: element.submits.rawValue,
            address: address(of: element.action, [(name: SentForm.formName, text: element.id)]),
            fields: zip(
                fields, hasShownRefusedForm ? controls : controls.focusingFirstError(isRefused: refusedForm != nil)
            )
            .map { field, control in
                // Until the person has decided about another person's value, the form is refused again.
                let text = control.theirs == nil ? nil : refusedForm?.originals[field.name]
                let original = HiddenControl(
                    name: SentForm.originalName(of: field.name),
                    value: text ?? element.text(of: field.name))
                return .init(
                    id: "\(control.id):field", name: field.name, control: control, fit: fit(field),
                    original: control.isLocked || hasAddress ? nil : original)
            },
            submit: .init(
                id: "\(id):submit", label: submit, disabled: !element.enabled,
                address: hasAddress ? addresses.manifest.address([:]) : nil),
            hasDraft: element.submits == .button,
            errors: refusedForm?.refusal.map { ErrorView.list($0, fields: fields, in: id, of: addresses.manifest) }
                ?? [],
            key: hasAddress ? nil : key,
            browses: options != nil, rest: hasAddress ? rest(without: fields) : [],
            clear: options.map { _ in clear(id) },
            clearing: options == nil || hasAddress ? [] : clearing)
    }

    /// Makes the link or the button that ends the searches, filters and orders of a form.
    private func clear(_ id: String) -> PlacedFormView.Clear {
        guard addresses.isShared else {
            return .init(id: "\(id):clear", way: addresses.unsearched.map { .address($0) })
        }
        return .init(
            id: "\(id):clear", way: addresses.isSearched ? .form(PlacedFormView.clearingID(of: "\(id):form")) : nil)
    }

    /// Returns the hidden controls of a form that shows another place of the session.
    private func rest(without fields: [FieldDescription]) -> [HiddenControl] {
        let texts = addresses.texts(without: fields).map { (SentForm.controlName(of: $0.name), $0.text) }
        return (texts + [(FeatureManifest.reservedOption, addresses.session)])
            .map { HiddenControl(name: $0, value: $1) }
    }

    /// The context of forms that every page of the session shares: without a refused form and without keys.
    var shared: FormPlace { FormPlace(addresses: addresses, refusedForm: nil, key: nil) }

    /// Returns the address that performs a button's action with its preset arguments.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - column: The name of the column whose cell the button edits; `nil` for any other button.
    func address(of button: Button, editing column: String? = nil) -> String {
        address(of: button.action, preset(of: button) + (column.map { [(SentForm.columnName, $0)] } ?? []))
    }

    /// Returns the end of the address that performs a button's action with its preset arguments.
    func addressEnd(of button: Button) -> String { addressEnd(of: button.action, preset(of: button)) }

    /// Returns the preset arguments of a button.
    func preset(of button: Button) -> [(name: String, text: String)] {
        button.arguments.sorted { $0.key < $1.key }.flatMap { name, value in
            value.typedTexts.map { (name: FormPlace.presetName(of: name), text: $0) }
        }
    }

    /// Returns the name of a preset argument in an address.
    ///
    /// The prefix ensures that a preset field with the name of the id of a form element is not parsed as such.
    static func presetName(of field: String) -> String {
        field == SentForm.formName ? SentForm.controlName(of: field) : field
    }

    private func address(of action: String, _ preset: [(name: String, text: String)]) -> String {
        addresses.shared + addressEnd(of: action, preset)
    }

    private func addressEnd(of action: String, _ preset: [(name: String, text: String)]) -> String {
        addresses.actionEnd(action, preset) + (fragment.map { "#\($0)" } ?? "")
    }

    /// Returns the end of the address of an action's forms, before and after the preset arguments, of which there must be
    /// one.
    func addressEnd(around action: String) -> (before: String, after: String) {
        // A pair without a name and a text is a single equals sign, the first in the address.
        let end = addressEnd(of: action, [(name: "", text: "")])
        let place = end.utf8.firstIndex(of: UInt8(ascii: "=")) ?? end.endIndex
        return (String(end[..<place]), String(end[place...].dropFirst()))
    }
}

extension FormElement {
    /// Returns the initial text of a field's control.
    func text(of field: String) -> String { values[field]?.formText ?? "" }
}

extension String {
    /// Returns the text; `nil` if it equals another one, about which the person has decided.
    fileprivate func unless(_ decided: String?) -> String? { self == decided ? nil : self }
}

extension FieldDescription {
    /// Returns the field as a choice among texts if a form restricts the field to these texts.
    fileprivate func restricted(to texts: [String]?) -> FieldDescription {
        guard let texts else { return self }
        var copy = self
        switch kind {
        case .text, .choice, .reference: copy.kind = .choice
        case .texts, .choices: copy.kind = .choices
        case .secret, .integer, .decimal, .boolean, .date, .instant, .duration: return self
        }
        copy.choices = texts
        return copy
    }
}
