/// The description of a feature that is not launched: names, options and actions.
///
/// Front ends make everything that they offer (help, completions, forms, schemas) from it. Making one costs nothing but
/// memory; ``FeatureRegistry`` checks it.
public struct FeatureManifest: Sendable, Hashable, Codable {
    /// The key of the feature: a lower-case letter, then lower-case letters, digits or `-`.
    public var id: String
    /// The feature's name for people.
    public var title: String
    /// One sentence: what the feature is for.
    public var summary: String
    /// The choices of a launch.
    public var options: [FieldDescription]
    /// The actions of the running feature.
    public var actions: [Action]

    /// Describes a feature.
    ///
    /// - Parameters:
    ///   - id: A lower-case letter, then lower-case letters, digits or `-`.
    ///   - title: The feature's name for people.
    ///   - summary: One sentence: what the feature is for.
    ///   - options: The choices of a launch. One without a default whose type is not optional must be given: pages and
    ///     terminals ask for it, other launches without it are refused.
    ///   - actions: The actions of the running feature.
    public init(
        id: String, title: String, summary: String, options: [any FieldDeclaration] = [], actions: Action...
    ) {
        self.id = id
        self.title = title
        self.summary = summary
        self.options = options.map(\.description)
        self.actions = actions
    }

    /// The manifest as clients from elsewhere may see it: without local options, local fields and local values of either.
    public var withoutLocalParts: FeatureManifest {
        var copy = self
        copy.options = options.compactMap(\.withoutLocalParts)
        copy.actions = actions.map(\.withoutLocalParts)
        return copy
    }

    /// Returns the action of a name, or `nil`.
    public func action(named name: String) -> Action? {
        StreamSafeText.containsName(name) ? actions.first { $0.name == name } : nil
    }

    /// Returns the action of a name.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/unknownAction``, naming the nearest match.
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
