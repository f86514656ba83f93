/// A control that performs an action.
///
/// A front end asks for the fields of the action that ``arguments`` do not set.
///
/// ## Topics
/// - ``Role``
public struct Button: Sendable, Hashable {
    /// How much weight a button has.
    public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
        /// One among others.
        case normal
        /// The action that a person most likely wants.
        case primary
        /// An action that loses something; front ends ask first.
        case destructive

        /// Reads the value from its wire format; an unknown text reads as ``normal``.
        public init(from decoder: any Decoder) throws { self = try decoder.value(default: .normal) }
    }

    /// The letters that ``key`` may be; front ends keep all others for themselves.
    public static let keys = ["b", "c", "d", "i", "o", "p", "w", "z"]

    /// The action's name.
    public var action: String
    /// The button's text.
    public var title: String
    /// Fixed arguments, such as the id of the row that the button belongs to.
    public var arguments: [String: FieldValue]
    /// What the button's form begins with.
    ///
    /// A person may change these values, unlike ``arguments``.
    public var values: [String: FieldValue]
    /// Whether it can be pressed.
    ///
    /// A session refuses the action of a disabled button.
    public var enabled: Bool
    /// How much weight it has.
    public var role: Role
    /// The question that a page or a terminal asks before it performs the action; `nil` for none of the feature's own.
    ///
    /// `perform` and the API act without asking.
    public var confirm: String?
    /// The letter that presses the button in a terminal and in a page's list, one of ``keys``; `nil` for none.
    public var key: String?

    /// Creates a button for an action by name.
    public init(
        action: String, title: String, arguments: [String: FieldValue] = [:], values: [String: FieldValue] = [:],
        enabled: Bool = true, role: Role = .normal, confirm: String? = nil, key: String? = nil
    ) {
        (self.action, self.title, self.arguments, self.values) = (action, title, arguments, values)
        (self.enabled, self.role, self.confirm, self.key) = (enabled, role, confirm, key)
    }

    /// Creates a button for an action, with the action's title unless another is given.
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

extension Button: Codable {
    private enum CodingKeys: CodingKey { case action, title, arguments, values, enabled, role, confirm, key }

    /// Reads the value from its wire format.
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

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(action, forKey: .action)
        try container.encode(title, forKey: .title)
        if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
        if !values.isEmpty { try container.encode(values, forKey: .values) }
        try container.encode(enabled, forKey: .enabled)
        try container.encode(role, forKey: .role)
        try container.encodeIfPresent(confirm, forKey: .confirm)
        try container.encodeIfPresent(key, forKey: .key)
    }
}
