extension ScreenDiff {
    /// What changes of a form that stays a form of the same action.
    package struct FormChange: Sendable, Hashable {
        /// The values that changed, by name; `nil` for fields that became empty.
        package var values: [String: FieldValue?] = [:]
        /// What happens to the heading.
        package var title: OptionalChange<String> = .kept
        /// Whether the form can be sent, if that changed.
        package var enabled: Bool?
        /// The names of all fields that cannot be changed, sorted, if they changed.
        package var disabled: [String]?
        /// The problems that changed, by name; `nil` for those that are gone.
        package var problems: [String: FormElement.Problem?] = [:]
        /// The restrictions that changed, by name; `nil` for those that are gone.
        package var choices: [String: [String]?] = [:]

        /// Whether it changes nothing.
        var isEmpty: Bool {
            values.isEmpty && title == .kept && enabled == nil && disabled == nil && problems.isEmpty && choices.isEmpty
        }

        /// Compares two forms; `nil` if one is not the other's later state.
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

extension ScreenDiff.FormChange: Codable {
    private enum CodingKeys: CodingKey { case values, title, enabled, disabled, problems, choices }

    /// Reads the value from its wire format.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        values = try container.decodeIfPresent([String: FieldValue?].self, forKey: .values) ?? [:]
        title = try container.change(forKey: .title)
        enabled = try container.decodeIfPresent(Bool.self, forKey: .enabled)
        disabled = try container.decodeIfPresent([String].self, forKey: .disabled)
        problems = try container.decodeIfPresent([String: FormElement.Problem?].self, forKey: .problems) ?? [:]
        choices = try container.decodeIfPresent([String: [String]?].self, forKey: .choices) ?? [:]
    }

    /// Writes the value in its wire format.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if !values.isEmpty { try container.encode(values.mapValues(\.inJSON), forKey: .values) }
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(enabled, forKey: .enabled)
        try container.encodeIfPresent(disabled, forKey: .disabled)
        if !problems.isEmpty { try container.encode(problems, forKey: .problems) }
        if !choices.isEmpty { try container.encode(choices, forKey: .choices) }
    }
}

extension Dictionary where Key == String, Value: Equatable {
    /// Returns the entries that differ from those of an older dictionary; `nil` for those that are gone.
    func changes(from old: Self) -> [String: Value?] {
        guard self != old else { return [:] }
        var changes: [String: Value?] = filter { old[$0.key] != $0.value }
        for name in old.keys where self[name] == nil { changes.updateValue(nil, forKey: name) }
        return changes
    }

    /// Makes changes that ``changes(from:)`` has found.
    mutating func apply(_ changes: [String: Value?]) {
        for (name, value) in changes { self[name] = value }
    }
}
