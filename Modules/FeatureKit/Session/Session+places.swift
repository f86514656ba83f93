// Places: the options whose launch would show what a session shows, and the way to another place.

/// The way from a session to a place of its feature.
public enum Route: Sendable, Hashable {
    /// The session shows the place already.
    case here
    /// The session shows the place after this call.
    case call(Call)
    /// Only a new session shows the place.
    case launch
}

extension Session {
    /// The options whose launch would show the same place as the current frame.
    public var address: [String: FieldValue] { frame.screen.address ?? options.values }

    /// Returns the way to the place of other options.
    ///
    /// - Parameter options: The options of the place, as plain values. Options that are left out have their defaults.
    /// - Throws: ``InputRefused`` for options that break a rule.
    public func route(to options: [String: FieldValue]) throws -> Route {
        let wanted = try manifest.options.check(options, noun: "option").values
        let current = try manifest.options.check(address, noun: "option").values
        let names = Set(wanted.keys).union(current.keys).filter { wanted[$0] != current[$0] }
        if names.isEmpty { return .here }
        guard isOpen, let browsing = scene?.browsing, names.isSubset(of: browsing.options) else { return .launch }
        var call = Call(browsing.action.name)
        for name in names {
            if let value = wanted[name] { call.arguments[name] = value } else { call.emptied.insert(name) }
        }
        return .call(call)
    }
}
