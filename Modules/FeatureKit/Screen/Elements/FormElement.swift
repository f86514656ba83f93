/// A form on a screen.
///
/// It shows the fields of an action with their current values, and a person edits them in place.
///
/// A call that names the form contains only the fields that differ from ``values``. When the action begins, the session
/// takes all other fields from the current form. ``Input/changed`` contains the names of the fields in the call.
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
    /// The event that makes a front end send a form.
    public enum Submission: String, Sendable, Hashable, Decodable, CaseIterable {
        /// The front end sends the form when a person presses its button.
        case button
        /// The front end sends the form when a field changes and its value is valid.
        ///
        /// Only one call runs at a time. While it runs, the front end keeps the newest values, and sends them
        /// afterwards.
        case change

        /// Decodes the value from its wire format.
        ///
        /// An unknown text decodes as ``button``.
        public init(from decoder: any Decoder) throws { self = try decoder.value(default: .button) }
    }

    /// A problem with the value of a field.
    public struct Problem: Sendable, Hashable, Decodable {
        /// The text that tells a person what to do.
        public var text: String
        /// The value that another person saved in the meantime; `nil` if the problem is not a conflict.
        public var theirs: FieldValue?

        /// Creates a problem.
        public init(_ text: String, theirs: FieldValue? = nil) {
            (self.text, self.theirs) = (text, theirs)
        }
    }

    /// The element's id.
    ///
    /// Calls use it to name the form.
    public var id: String
    /// The name of the action that the form performs.
    public var action: String
    /// The current values of the action's fields, by field name.
    ///
    /// A field without a value is empty.
    public var values: [String: FieldValue]
    /// The event that makes front ends send the form.
    public var submits: Submission
    /// The heading; `nil` if the form has no heading.
    public var title: String?
    /// Whether a person can send the form.
    ///
    /// The session refuses the action of a disabled form, unless the screen has an enabled button for the same action
    /// and all arguments of the button are in the input.
    public var enabled: Bool
    /// The names of the fields that a person cannot change.
    public var disabled: Set<String>
    /// The problems with the values of fields, by field name.
    public var problems: [String: Problem]
    /// The only texts that a text field or a choice field of the form accepts, by field name.
    ///
    /// A field without an entry accepts every text that its rule allows.
    public var choices: [String: [String]]

    /// Creates a form from the name of an action.
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
    ///
    /// In a form with a button, a required field without a value has its default, as in the dialog of a button, unless the
    /// action edits a record.
    public init(
        id: String, of action: Action, values: [String: FieldValue] = [:], submits: Submission = .button,
        title: String? = nil, enabled: Bool = true, disabled: Set<String> = [], problems: [String: Problem] = [:],
        choices: [String: [String]] = [:]
    ) {
        var values = values
        // A form that changes a record shows what the record has.
        let fillsIn = submits == .button && action.effect != .edits && problems.isEmpty
        for field in action.fields where fillsIn && field.required && values[field.name] == nil {
            if let given = field.defaultValue, given != "" { values[field.name] = given }
        }
        self.init(
            id: id, action: action.name, values: values, submits: submits, title: title, enabled: enabled,
            disabled: disabled, problems: problems, choices: choices)
    }
}

extension FormElement {
    /// Returns the fields of an action that a person fills in: all fields except those that only buttons give, such as the
    /// ids of rows and their revisions.
    ///
    /// The form itself has the values of the record that it edits.
    package static func typedFields(among fields: [FieldDescription]) -> [FieldDescription] {
        fields.filter { $0.role?.isGiven != true }
    }
}

extension FormElement: Decodable {
    private enum CodingKeys: CodingKey {
        case id, action, values, submits, title, enabled, disabled, problems, choices
    }

    /// Decodes the value from its wire format.
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
}
