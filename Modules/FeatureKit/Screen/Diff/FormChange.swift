extension ScreenDiff {
    /// The changes of a form that is on both screens and keeps its action.
    package struct FormChange: Sendable, Hashable {
        /// The changed values, by field name.
        ///
        /// The value of a field that became empty is `nil`.
        package var values: [String: FieldValue?] = [:]
        /// The change of the title.
        package var title: OptionalChange<String> = .kept
        /// Whether the new form is enabled; `nil` if `enabled` did not change.
        package var enabled: Bool?
        /// The sorted names of all disabled fields; `nil` if they did not change.
        package var disabled: [String]?
        /// The changed problems, by field name.
        ///
        /// A removed problem is `nil`.
        package var problems: [String: FormElement.Problem?] = [:]
        /// The changed choices, by field name.
        ///
        /// The entry of a field is `nil` if the new form no longer restricts the field to choices.
        package var choices: [String: [String]?] = [:]

        /// Whether there are no changes.
        var isEmpty: Bool {
            values.isEmpty && title == .kept && enabled == nil && disabled == nil && problems.isEmpty && choices.isEmpty
        }

        /// Compares two forms.
        ///
        /// Returns `nil` if their actions or their ``FormElement/submits`` differ.
        init?(from old: FormElement, to new: FormElement) {
            guard old.action == new.action, old.submits == new.submits else { return nil }
            values = new.values.changes(from: old.values)
            title = OptionalChange(from: old.title, to: new.title)
            if old.enabled != new.enabled { enabled = new.enabled }
            if old.disabled != new.disabled { disabled = new.disabled.sorted() }
            problems = new.problems.changes(from: old.problems)
            choices = new.choices.changes(from: old.choices)
        }

        func apply(to form: inout FormElement) {
            form.values.apply(values)
            form.title = title.applied(to: form.title)
            if let enabled { form.enabled = enabled }
            if let disabled { form.disabled = Set(disabled) }
            form.problems.apply(problems)
            form.choices.apply(choices)
        }
    }
}

extension ScreenDiff.FormChange: Decodable {
    private enum CodingKeys: CodingKey { case values, title, enabled, disabled, problems, choices }

    /// Decodes the value from its wire format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        values = try container.decodeIfPresent([String: FieldValue?].self, forKey: .values) ?? [:]
        title = try container.change(forKey: .title)
        enabled = try container.decodeIfPresent(Bool.self, forKey: .enabled)
        disabled = try container.decodeIfPresent([String].self, forKey: .disabled)
        problems = try container.decodeIfPresent([String: FormElement.Problem?].self, forKey: .problems) ?? [:]
        choices = try container.decodeIfPresent([String: [String]?].self, forKey: .choices) ?? [:]
    }
}

extension Dictionary where Key == String, Value: Equatable {
    /// Returns the entries that differ from an older dictionary.
    ///
    /// The value of a removed entry is `nil`.
    func changes(from old: Self) -> [String: Value?] {
        guard self != old else { return [:] }
        var changes: [String: Value?] = filter { old[$0.key] != $0.value }
        for name in old.keys where self[name] == nil { changes.updateValue(nil, forKey: name) }
        return changes
    }

    /// Applies changes that ``changes(from:)`` has returned.
    mutating func apply(_ changes: [String: Value?]) {
        for (name, value) in changes { self[name] = value }
    }
}
