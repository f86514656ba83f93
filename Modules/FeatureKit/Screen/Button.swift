/// Something on a screen that asks for an action.
///
/// A front end asks for the fields of the action that ``arguments`` do not preset.
public struct Button: Sendable, Hashable {
    /// How much weight a button has.
    public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
        /// One among others.
        case normal
        /// What a person most likely wants.
        case primary
        /// Loses something: front ends ask before.
        case destructive
    }

    /// The action's name.
    public var action: String
    /// What the button says.
    public var title: String
    /// Arguments that are already chosen, such as the id of the row that the button stands in.
    public var arguments: [String: FieldValue]
    /// Whether it can be pressed now; a session refuses the action of a button that cannot.
    public var enabled: Bool
    /// How much weight it has.
    public var role: Role

    /// Creates a button for an action by name.
    public init(
        action: String, title: String, arguments: [String: FieldValue] = [:], enabled: Bool = true, role: Role = .normal
    ) {
        (self.action, self.title, self.arguments, self.enabled, self.role) = (action, title, arguments, enabled, role)
    }

    /// Creates a button for an action, with the action's title unless another is given.
    public init(
        _ action: Action, title: String? = nil, arguments: [String: FieldValue] = [:], enabled: Bool = true,
        role: Role = .normal
    ) {
        self.init(
            action: action.name, title: title ?? action.title, arguments: arguments, enabled: enabled, role: role)
    }
}

extension Button: Codable {
    private enum CodingKeys: CodingKey { case action, title, arguments, enabled, role }

    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        action = try container.decode(String.self, forKey: .action)
        title = try container.decode(String.self, forKey: .title)
        arguments = try container.decodeIfPresent([String: FieldValue].self, forKey: .arguments) ?? [:]
        enabled = try container.decode(Bool.self, forKey: .enabled)
        role = try container.decode(Role.self, forKey: .role)
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(action, forKey: .action)
        try container.encode(title, forKey: .title)
        if !arguments.isEmpty { try container.encode(arguments, forKey: .arguments) }
        try container.encode(enabled, forKey: .enabled)
        try container.encode(role, forKey: .role)
    }
}
