import FeatureKit

/// A feature as clients see it, without its local parts, which only the command line offers.
struct RemoteFeature: Sendable {
    let feature: any Feature
    /// The manifest without its local parts.
    let manifest: FeatureManifest

    init(_ feature: any Feature) {
        self.feature = feature
        manifest = feature.manifest.withoutLocalParts
    }

    var id: String { manifest.id }

    /// Checks a client's options.
    ///
    /// Local options count as unknown, and `source` accepts no path and no address.
    ///
    /// - Returns: The options of the launch.
    func options(_ values: [String: FieldValue]) throws(InputRefused) -> [String: FieldValue] {
        _ = try manifest.options.check(values, noun: "option")
        return values
    }

    /// Parses and checks the options in a query.
    ///
    /// - Parameter isForm: Whether the query comes from an HTML form, where an empty text means an omitted option.
    func options(_ query: FormText, isForm: Bool = false) throws(InputRefused) -> [String: FieldValue] {
        try query.refuseFaults()
        return try options(manifest.options.read(query.lists, noun: "option", isForm: isForm))
    }

    /// Makes a call of an action from the members of a client's JSON object; `null` empties a field.
    ///
    /// - Parameter form: The id of the form element that the call comes from. The session fills in the fields that such
    ///   a call omits.
    /// - Throws: `FeatureError` for an unknown action, `InputRefused` for arguments that break a rule.
    func call(of action: String, with members: [String: JSONMember], form: String? = nil) throws -> Call {
        let action = try self.action(action)
        let emptied = Set(members.filter { $0.value == .null }.keys)
        let values = try members.filter { $0.value != .null }.values(for: action.fields(given: Set(members.keys)))
        let call = Call(action.name, values, emptied: emptied, form: form)
        try check(call, of: action)
        return call
    }

    /// Checks a call by the fields that clients see.
    ///
    /// This check is necessary because the session would also accept local fields. A call from a form element may omit
    /// required fields.
    private func check(_ call: Call, of action: Action) throws(InputRefused) {
        guard call.form != nil else {
            _ = try action.fields(given: call.changed).check(call.arguments, emptied: call.emptied)
            return
        }
        let optional = action.fields.map { field in
            var field = field
            field.required = false
            return field
        }
        _ = try optional.check(call.arguments, emptied: call.emptied)
    }

    /// Returns the action with a name.
    ///
    /// - Throws: `FeatureError` with the code `unknownAction`; its message suggests the nearest match.
    func action(_ name: String) throws(FeatureError) -> Action {
        if let action = manifest.action(named: name) { return action }
        let names = manifest.actions.map(\.name)
        let known = names.isEmpty ? "there are none" : "known are \(names.joined(separator: ", "))"
        throw FeatureError(
            .unknownAction,
            "feature '\(id)' has no action \(name.quoted), \(known)" + suggestion(for: name, among: names))
    }
}
