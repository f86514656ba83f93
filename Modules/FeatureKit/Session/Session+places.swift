// The place that a session shows, and the way to another place of the same feature. The address of a place is the
// options with which a launch shows it.

/// The way in which a front end gets from a session to a place of the session's feature.
public enum Route: Sendable, Hashable {
    /// The session already shows the place.
    case here
    /// The session will show the place if a front end performs this call.
    case call(Call)
    /// Only a new session can show the place.
    case launch
}

extension Session {
    /// The options with which a launch shows the same place as the current frame.
    public var address: [String: FieldValue] { frame.screen.address ?? options.values }

    /// The name of the action that repeats the start of the session, or `nil`.
    package var startAction: String? { scene?.startAction?.name }

    /// The options that the session itself can change, by the name of the action that changes them.
    package var browsed: [String: Set<String>] {
        Dictionary(scene?.browsing.map { ($0.action.name, $0.options) } ?? []) { $0.union($1) }
    }

    /// Returns the way to the place that a launch with the given options shows.
    ///
    /// - Parameter options: The options of the place, as plain values. Options that are left out have their defaults.
    /// - Throws: ``InputRefused`` if an option breaks a rule.
    public func route(to options: [String: FieldValue]) throws -> Route {
        let wanted = try manifest.options.check(options, noun: "option").values
        let current = try manifest.options.check(address, noun: "option").values
        let names = Set(wanted.keys).union(current.keys).filter { wanted[$0] != current[$0] }
        if names.isEmpty { return .here }
        guard isOpen, let browsing = scene?.browsing.first(where: { names.isSubset(of: $0.options) }) else {
            return .launch
        }
        var call = Call(browsing.action.name)
        for name in names {
            if let value = wanted[name] { call.arguments[name] = value } else { call.emptied.insert(name) }
        }
        return .call(call)
    }
}
