// Decides whether the current screen allows a call. It checks the rules of the action's fields, disabled buttons,
// disabled forms, and the restrictions of the form that the call names.

extension Screen {
    /// Validates a call, and returns its input.
    ///
    /// If the call names a form, the fields that the call leaves out come from the form.
    ///
    /// - Throws: ``InputRefused`` if a value breaks a rule of its field or a restriction of the form. ``FeatureError``
    ///   with the code ``FeatureError/Code/disabled`` if the action is disabled or the form is not on the screen.
    func admit(_ call: Call, of action: Action, by person: Person?) throws -> Input {
        guard let id = call.form else {
            let call = tapping(call, of: action)
            let values = try action.fields(given: call.changed).check(call.arguments, emptied: call.emptied).values
            let input = Input(checked: values, changed: call.changed, by: person)
            if try !verifyEnabled(action, input) { try verifyAnyForm(admits: call, of: action) }
            return input
        }
        guard let form = forms.first(where: { $0.id == id && $0.action == action.name }) else {
            throw FeatureError(
                .disabled,
                "there is no form '\(id.prefix(utf8Count: StreamSafeText.nameLimit))' for '\(action.name)' on the "
                    + "current screen; fetch the screen and try again")
        }
        try form.verify(call, of: action)
        if let field = action.fields.name(of: .row), let row = form.values[field], call.arguments[field] ?? row != row {
            throw InputRefused([field: "this form acts on \(row.quoted); leave the field out"])
        }
        let names = action.fields.map(\.name)
        var values = form.values.filter { names.contains($0.key) && !call.emptied.contains($0.key) }
        for (name, value) in call.arguments where !form.disabled.contains(name) { values[name] = value }
        // The form shows a field without a value as empty. The field must therefore stay empty, and must not get its
        // default.
        let empty = call.emptied.union(names).subtracting(values.keys)
        let input = Input(
            checked: try action.fields.check(values, emptied: empty).values, changed: call.changed, by: person)
        _ = try verifyEnabled(action, input)
        return input
    }

    /// Throws an error if the action's button or form on the screen is disabled.
    ///
    /// A button fits the input if the input contains all arguments of the button. Among the fitting buttons, those with
    /// the most arguments decide: the button of a row overrides a button of the screen. A form counts as a button
    /// without arguments. The action is enabled if at least one of the deciding buttons is enabled.
    ///
    /// - Returns: Whether a button fits the input.
    private func verifyEnabled(_ action: Action, _ input: Input) throws -> Bool {
        var (presets, isEnabled) = (-1, true)
        forEachButton { button in
            let count = button.arguments.count
            guard button.action == action.name, count >= presets, action.allows(input, for: button) else { return }
            isEnabled = button.enabled || count == presets && isEnabled
            presets = count
        }
        let hasButton = presets >= 0
        if presets <= 0 {
            for form in forms where form.action == action.name {
                isEnabled = form.enabled || presets == 0 && isEnabled
                presets = 0
            }
        }
        guard isEnabled else {
            throw FeatureError(.disabled, "'\(action.title)' is disabled on the current screen.")
        }
        try verifyRows(of: action, input)
        return hasButton
    }

    /// Throws an error if the action is disabled in one of the rows on which it acts.
    private func verifyRows(of action: Action, _ input: Input) throws {
        guard let name = action.fields.name(of: .rows), case .texts(let ids)? = input.values[name] else { return }
        let chosen = Set(ids)
        for list in lists {
            for row in list.rows where chosen.contains(row.id) {
                guard row.buttons.contains(where: { $0.action == action.name && !$0.enabled }) else { continue }
                throw FeatureError(.disabled, "'\(action.title)' is disabled in the row '\(row.title)'.")
            }
        }
    }

    /// Checks a call that names no form against the action's enabled forms.
    ///
    /// - Throws: ``InputRefused`` if the action has enabled forms on the screen and all of them refuse the call.
    private func verifyAnyForm(admits call: Call, of action: Action) throws(InputRefused) {
        var refusal: InputRefused?
        for form in forms where form.action == action.name && form.enabled {
            do {
                try form.verify(call, of: action)
                return
            } catch {
                refusal = error
            }
        }
        if let refusal { throw refusal }
    }
}

extension FormElement {
    /// Checks the arguments of a call against the restrictions of this form.
    ///
    /// - Throws: ``InputRefused`` if the call changes a disabled field, or if a text is not one of the field's choices.
    func verify(_ call: Call, of action: Action) throws(InputRefused) {
        var (messages, advice): ([String: String], [String: String]) = ([:], [:])
        for name in disabled where call.changed.contains(name) {
            let field = action.fields.first { $0.name == name }
            if call.arguments[name].map({ field?.normalized($0) ?? $0 }) != values[name] {
                messages[name] = "the field is disabled in this form; leave it out"
                advice[name] = "This cannot be changed here."
            }
        }
        for (name, texts) in choices {
            guard let value = call.arguments[name] else { continue }
            let wrong = value.texts.filter { text in !texts.contains { $0.utf8.elementsEqual(text.utf8) } }
            guard !wrong.isEmpty else { continue }
            messages[name] =
                if case .texts = value {
                    "expected only some of \(texts.listed), got \(wrong.map(FieldValue.quote).listed)"
                } else {
                    "expected one of \(texts.joined(separator: ", ")), got \(value.quoted)"
                }
            advice[name] = action.fields.first { $0.name == name }?.refusalOfNothing.advice
        }
        guard messages.isEmpty else { throw InputRefused(messages, advice: advice) }
    }
}

extension [String] {
    /// The first texts, and the number of the others.
    fileprivate var listed: String {
        let shown = prefix(20).joined(separator: ", ")
        return count > 20 ? "\(shown) and \(count - 20) more" : shown
    }
}

extension FieldDescription {
    /// Returns the value in the field's canonical format.
    ///
    /// Returns an invalid value unchanged.
    fileprivate func normalized(_ value: FieldValue) -> FieldValue {
        (try? check(value).get()) ?? value
    }
}

extension FieldValue {
    /// The texts in the value; empty for numbers, Booleans and secrets.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .texts(let texts): texts
        case .integer, .decimal, .boolean, .secret: []
        }
    }
}
