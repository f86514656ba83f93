/// A control that performs an action.
///
/// Before a front end performs the action, it asks for the fields that ``arguments`` does not contain.
///
/// ## Topics
/// - ``Role``
public struct Button: Sendable, Hashable {
    /// The importance of a button, or its purpose on a page.
    public enum Role: String, Sendable, Hashable, Decodable, CaseIterable {
        /// An action like any other.
        case normal
        /// The button for the action that a person most likely wants.
        case primary
        /// An action that destroys data.
        ///
        /// Front ends ask for confirmation first.
        case destructive
        /// The way to the next record of a list, from the page of a record.
        ///
        /// Front ends show it apart from the other buttons, and give it keys of its own. It leads to another place, so it
        /// asks nothing.
        case next
        /// The way to the previous record of a list, as ``next`` is to the next one.
        case previous

        /// Decodes the value from its wire format.
        ///
        /// An unknown text decodes as ``normal``.
        public init(from decoder: any Decoder) throws { self = try decoder.value(default: .normal) }

        /// Whether the button leads to a neighbour of the record that the page shows.
        package var isStep: Bool { self == .next || self == .previous }
    }

    /// The letters that ``key`` may have.
    ///
    /// Front ends reserve all other letters.
    public static let keys = ["b", "c", "d", "i", "o", "p", "w", "z"]

    /// The action's name.
    public var action: String
    /// The button's text.
    public var title: String
    /// Fixed arguments, such as the id of the row that the button belongs to.
    public var arguments: [String: FieldValue]
    /// The initial values of the form that the button opens, by field name.
    ///
    /// A person can change these values. A person cannot change ``arguments``.
    public var values: [String: FieldValue]
    /// Whether a person can press the button.
    ///
    /// A session refuses the action of a disabled button.
    public var enabled: Bool
    /// The importance of the button.
    public var role: Role
    /// The question that a page or a terminal asks before it performs the action; `nil` if the feature has no question.
    ///
    /// The command `perform` and the API perform the action without a question.
    public var confirm: String?
    /// The letter that presses the button in a terminal and in a page's list; `nil` if no letter does.
    ///
    /// The letter must be one of ``keys``.
    public var key: String?

    /// Creates a button from the name of an action.
    public init(
        action: String, title: String, arguments: [String: FieldValue] = [:], values: [String: FieldValue] = [:],
        enabled: Bool = true, role: Role = .normal, confirm: String? = nil, key: String? = nil
    ) {
        (self.action, self.title, self.arguments, self.values) = (action, title, arguments, values)
        (self.enabled, self.role, self.confirm, self.key) = (enabled, role, confirm, key)
    }

    /// Creates a button for an action.
    ///
    /// Without a title, the button gets the title of the action.
    public init(
        _ action: Action, title: String? = nil, arguments: [String: FieldValue] = [:],
        values: [String: FieldValue] = [:], enabled: Bool = true, role: Role = .normal, confirm: String? = nil,
        key: String? = nil
    ) {
        self.init(
            action: action.name, title: title ?? action.title, arguments: arguments, values: values, enabled: enabled,
            role: role, confirm: confirm, key: key)
    }
}

extension Button: Decodable {
    private enum CodingKeys: CodingKey { case action, title, arguments, values, enabled, role, confirm, key }

    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        action = try container.decode(String.self, forKey: .action)
        title = try container.decode(String.self, forKey: .title)
        arguments = try container.decodeIfPresent([String: FieldValue].self, forKey: .arguments) ?? [:]
        values = try container.decodeIfPresent([String: FieldValue].self, forKey: .values) ?? [:]
        enabled = try container.decode(Bool.self, forKey: .enabled)
        role = try container.decode(Role.self, forKey: .role)
        confirm = try container.decodeIfPresent(String.self, forKey: .confirm)
        key = try container.decodeIfPresent(String.self, forKey: .key)
    }
}
