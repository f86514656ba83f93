/// The description of a feature: its id, its title, its options and its actions.
///
/// Front ends make help, completions, forms and schemas from it, without launching the feature. Creating a manifest
/// does not check it. Creating a ``FeatureRegistry`` checks its manifests.
public struct FeatureManifest: Sendable, Hashable, Decodable {
    /// The name of the session in the address of a page, which no option can have.
    package static let reservedOption = "session"
    /// The names of the open dialog in the address of a page, which no option can have.
    ///
    /// They stand for its action, its list, its row, and the number of earlier buttons of the same action in the row.
    package static let dialogOptions = ["dialog", "list", dialogRow, "button"]
    /// The name that names the row of the open dialog.
    package static let dialogRow = "row"

    /// The feature's id: a lower-case letter, then lower-case letters, digits or `-`.
    public var id: String
    /// The feature's name for people.
    public var title: String
    /// One sentence about the purpose of the feature.
    public var summary: String
    /// The options of the feature's launch.
    public var options: [FieldDescription]
    /// The actions of the running feature.
    public var actions: [Action]
    /// The people who may use the feature.
    public var audience: Audience

    /// Creates the description of a feature.
    ///
    /// - Parameters:
    ///   - id: The feature's id: a lower-case letter, then lower-case letters, digits or `-`.
    ///   - title: The feature's name for people.
    ///   - summary: One sentence about the purpose of the feature.
    ///   - audience: The people who may use the feature. An action needs the right to the feature and to the action.
    ///   - options: The options of the feature's launch. An option without a default is required, unless its type is
    ///     optional. Pages and terminals ask for a missing required option. Any other launch without it is refused.
    ///     The names `session`, `dialog`, `list`, `row` and `button` are reserved.
    ///   - actions: The actions of the running feature.
    public init(
        id: String, title: String, summary: String, for audience: Audience = .anyone,
        options: [any FieldDeclaration] = [], actions: Action...
    ) {
        self.init(
            id: id, title: title, summary: summary, for: audience, options: options, actions: actions)
    }

    /// Creates the manifest of a feature from a list of actions.
    public init(
        id: String, title: String, summary: String, for audience: Audience = .anyone,
        options: [any FieldDeclaration] = [], actions: [Action]
    ) {
        self.id = id
        self.title = title
        self.summary = summary
        self.options = options.map(\.description)
        self.actions = actions
        self.audience = audience
    }

    /// The manifest for remote clients: without local options and local fields, and with choices that accept only their
    /// listed texts.
    public var withoutLocalParts: FeatureManifest {
        var copy = self
        copy.options = options.compactMap(\.withoutLocalParts)
        copy.actions = actions.map(\.withoutLocalParts)
        return copy
    }

    /// Returns the action with the given name; returns `nil` if there is no such action.
    public func action(named name: String) -> Action? {
        guard StreamSafeText.containsName(name) else { return nil }
        // A loop over the elements would copy each action, on every request.
        for index in actions.indices where actions[index].name == name { return actions[index] }
        return nil
    }

    /// Returns the action with the given name.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/unknownAction`` if there is no such action. The
    ///   message suggests the nearest match.
    package func action(_ name: String) throws(FeatureError) -> Action {
        guard let action = action(named: name) else {
            let names = actions.map(\.name)
            let known = names.isEmpty ? "there are none" : "known are \(names.joined(separator: ", "))"
            throw FeatureError(
                .unknownAction,
                "feature '\(id)' has no action '\(name.prefix(utf8Count: StreamSafeText.nameLimit))', \(known)"
                    + suggestion(for: name, among: names))
        }
        return action
    }
}

extension FeatureManifest {
    private enum CodingKeys: CodingKey { case id, title, summary, options, actions, `for` }

    /// Decodes the value from its wire format.
    ///
    /// An unknown audience reads as ``Audience/nobody``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        title = try container.decode(String.self, forKey: .title)
        summary = try container.decode(String.self, forKey: .summary)
        options = try container.decode([FieldDescription].self, forKey: .options)
        actions = try container.decode([Action].self, forKey: .actions)
        audience = try container.decodeIfPresent(Audience.self, forKey: .for) ?? .anyone
    }
}
