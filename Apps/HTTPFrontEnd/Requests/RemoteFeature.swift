import FeatureKit

/// A feature as clients from elsewhere see it: without what is for the command line alone.
struct RemoteFeature: Sendable {
    let feature: any Feature
    /// The manifest without its local parts.
    let manifest: FeatureManifest

    init(_ feature: any Feature) {
        self.feature = feature
        manifest = feature.manifest.withoutLocalParts
    }

    var id: String { manifest.id }

    /// Checks options from elsewhere: local ones are unknown, a path or an address is no `source`.
    ///
    /// - Returns: The options, for a launch.
    func options(_ values: [String: FieldValue]) throws(InputRefused) -> [String: FieldValue] {
        _ = try manifest.options.check(values, noun: "option")
        return values
    }

    /// Reads and checks the options in a query; none must be given, so that reading them is all.
    ///
    /// - Parameter isForm: Whether the query comes from a form, where what is left empty is not given.
    func options(_ query: FormText, isForm: Bool = false) throws(InputRefused) -> [String: FieldValue] {
        try query.refuseFaults()
        return try manifest.options.read(query.texts, noun: "option", isForm: isForm)
    }

    /// Checks the arguments of an action from elsewhere.
    ///
    /// - Throws: `FeatureError` for an action that there is not, `InputRefused` for arguments that break a rule.
    func arguments(_ members: [String: JSONMember], of action: String) throws -> [String: FieldValue] {
        let fields = try self.action(action).fields
        let values = try members.values(for: fields)
        _ = try fields.check(values)
        return values
    }

    /// Returns the action of a name.
    ///
    /// - Throws: `FeatureError` with the code `unknownAction`, naming the nearest match.
    func action(_ name: String) throws(FeatureError) -> Action {
        if let action = manifest.action(named: name) { return action }
        let names = manifest.actions.map(\.name)
        let known = names.isEmpty ? "there are none" : "known are \(names.joined(separator: ", "))"
        throw FeatureError(
            .unknownAction,
            "feature '\(id)' has no action \(name.quoted), \(known)" + suggestion(for: name, among: names))
    }
}
