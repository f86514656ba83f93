/// An action's own fields, with their current values, filled in and sent in place.
///
/// A call that names the form sends only the fields that differ from ``values``. The session fills in the others from the
/// form as it stands when the action's turn comes, and ``Input/changed`` lists what was sent.
///
/// ```swift
/// let celsius = Field<Double?>("celsius", "Celsius")
/// let convert = Action("convert", "Convert", fields: celsius)
/// let form = Element.form(FormElement(id: "temperature", of: convert, values: ["celsius": 21.5], submits: .change))
/// ```
///
/// ## Topics
/// - ``Submission``
/// - ``Problem``
public struct FormElement: Sendable, Hashable {
    /// When a front end sends a form.
    public enum Submission: String, Sendable, Hashable, Codable, CaseIterable {
        /// When a person presses its button.
        case button
        /// Whenever a changed field fits its rule. One call is under way at a time, and the newest values wait for it.
        case change

        /// Reads the value from its wire format; an unknown text reads as ``button``.
        public init(from decoder: any Decoder) throws { self = try decoder.value(default: .button) }
    }

    /// What is wrong with a field's value.
    public struct Problem: Sendable, Hashable, Codable {
        /// The sentence that says what a person should do.
        public var text: String
        /// The value that somebody else saved meanwhile, if that is the problem.
        public var theirs: FieldValue?

        /// Creates a problem.
        public init(_ text: String, theirs: FieldValue? = nil) {
            (self.text, self.theirs) = (text, theirs)
        }
    }

    /// The element's key, by which calls name the form.
    public var id: String
    /// The name of the action that the form performs.
    public var action: String
    /// The current values of the action's fields, by name; a field without one is empty.
    public var values: [String: FieldValue]
    /// When front ends send the form.
    public var submits: Submission
    /// The heading, if there is one.
    public var title: String?
    /// Whether the form can be sent.
    ///
    /// The session refuses the action of a disabled form, unless an enabled button fits.
    public var enabled: Bool
    /// The names of fields that cannot be changed.
    public var disabled: Set<String>
    /// What is wrong with fields, by name.
    public var problems: [String: Problem]
    /// The texts that a text or choice field is restricted to, by name.
    public var choices: [String: [String]]

    /// Creates a form for an action by name.
    public init(
        id: String, action: String, values: [String: FieldValue] = [:], submits: Submission = .button,
        title: String? = nil, enabled: Bool = true, disabled: Set<String> = [], problems: [String: Problem] = [:],
        choices: [String: [String]] = [:]
    ) {
        (self.id, self.action, self.values, self.submits) = (id, action, values, submits)
        (self.title, self.enabled, self.disabled) = (title, enabled, disabled)
        (self.problems, self.choices) = (problems, choices)
    }

    /// Creates a form for an action.
    public init(
        id: String, of action: Action, values: [String: FieldValue] = [:], submits: Submission = .button,
        title: String? = nil, enabled: Bool = true, disabled: Set<String> = [], problems: [String: Problem] = [:],
        choices: [String: [String]] = [:]
    ) {
        self.init(
            id: id, action: action.name, values: values, submits: submits, title: title, enabled: enabled,
            disabled: disabled, problems: problems, choices: choices)
    }
}

extension FormElement: Codable {
    private enum CodingKeys: CodingKey {
        case id, action, values, submits, title, enabled, disabled, problems, choices
    }

    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        action = try container.decode(String.self, forKey: .action)
        values = try container.decode([String: FieldValue].self, forKey: .values)
        submits = try container.decodeIfPresent(Submission.self, forKey: .submits) ?? .button
        title = try container.decodeIfPresent(String.self, forKey: .title)
        enabled = try container.decodeIfPresent(Bool.self, forKey: .enabled) ?? true
        disabled = try container.decodeIfPresent(Set<String>.self, forKey: .disabled) ?? []
        problems = try container.decodeIfPresent([String: Problem].self, forKey: .problems) ?? [:]
        choices = try container.decodeIfPresent([String: [String]].self, forKey: .choices) ?? [:]
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(action, forKey: .action)
        try container.encode(values, forKey: .values)
        try container.encode(submits, forKey: .submits)
        try container.encodeIfPresent(title, forKey: .title)
        try container.encode(enabled, forKey: .enabled)
        if !disabled.isEmpty { try container.encode(disabled.sorted(), forKey: .disabled) }
        if !problems.isEmpty { try container.encode(problems, forKey: .problems) }
        if !choices.isEmpty { try container.encode(choices, forKey: .choices) }
    }
}
