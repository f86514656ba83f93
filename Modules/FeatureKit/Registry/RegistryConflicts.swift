/// Everything that keeps features from being registered together.
public struct RegistryConflicts: Error, Sendable, Hashable, CustomStringConvertible {
    /// One message a conflict: who owns what, and how to mend it.
    public private(set) var all: [String] = []

    /// A text for people.
    public var description: String {
        (["the features cannot be registered:"] + all.map { "- \($0)" }).joined(separator: "\n")
    }

    /// Checks manifests.
    ///
    /// - Parameters:
    ///   - features: The features.
    ///   - manifests: Theirs, in the same order.
    ///   - hasTwins: Whether two have the same id.
    init(among features: [any Feature], with manifests: [FeatureManifest], hasTwins: Bool) {
        // What is registered is named only where something is wrong with it: naming takes longer than checking.
        var owners: [String: any Feature] = [:]
        for (feature, manifest) in zip(features, manifests) {
            let owner = { Self.name(of: feature) }
            if hasTwins, let first = owners.updateValue(feature, forKey: manifest.id) {
                all.append(
                    "\(Self.name(of: first)) and \(owner()) both have the id '\(manifest.id)'; "
                        + "change one of the manifests")
            }
            if !manifest.id.isLowercaseName {
                report(owner(), "the id \(FieldValue.quote(manifest.id)) is not of the form [a-z][a-z0-9-]*; change it")
            }
            check(manifest.actions, \.name, \.title, "actions", of: owner)
            for action in manifest.actions {
                if !action.name.isLowercaseName {
                    report(
                        owner(),
                        "the action \(FieldValue.quote(action.name)) is not of the form [a-z][a-z0-9-]*; rename it")
                }
                check(action.fields, "fields", of: { "\(owner()), action '\(action.name)'" })
            }
            check(manifest.options, "options", of: owner)
            for option in manifest.options where option.required && option.defaultValue == nil {
                report(
                    owner(), "the option '\(option.name)' must be given; give it a default or make its type optional")
            }
        }
    }

    private static func name(of feature: any Feature) -> String {
        String(reflecting: type(of: feature))
    }

    private mutating func check(_ fields: [FieldDescription], _ noun: String, of owner: () -> String) {
        check(fields, \.name, \.title, noun, of: owner)
        for field in fields {
            if !field.name.isFieldName {
                report(
                    owner(),
                    "the name \(FieldValue.quote(field.name)) among the \(noun) is not of the form "
                        + "[A-Za-z][A-Za-z0-9_-]*; rename it")
            }
            if let value = field.defaultValue, case .failure(let refusal) = field.check(value) {
                report(
                    owner(),
                    "the default of '\(field.name)' breaks its own rule: \(refusal.message); change one of them")
            }
        }
    }

    private mutating func check<Item>(
        _ items: [Item], _ name: (Item) -> String, _ title: (Item) -> String, _ noun: String, of owner: () -> String
    ) {
        // Few enough that comparing them is faster than hashing.
        for index in items.indices.dropFirst() {
            let duplicate = name(items[index])
            guard let first = items[..<index].last(where: { name($0) == duplicate }) else { continue }
            report(
                owner(),
                "the \(noun) '\(title(first))' and '\(title(items[index]))' are both named '\(duplicate)'; rename one of them"
            )
        }
    }

    private mutating func report(_ owner: String, _ message: String) {
        all.append("\(owner): \(message)")
    }
}

extension String {
    fileprivate var isLowercaseName: Bool {
        wholeMatches(first: { $0.isLowercase }, rest: { $0.isLowercase || $0.isDigit || $0 == UInt8(ascii: "-") })
    }

    fileprivate var isFieldName: Bool {
        wholeMatches(
            first: { $0.isLetter },
            rest: { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    }

    private func wholeMatches(first: (UInt8) -> Bool, rest: (UInt8) -> Bool) -> Bool {
        guard let initial = utf8.first, first(initial) else { return false }
        return utf8.allSatisfy(rest)
    }
}

extension UInt8 {
    fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isLetter: Bool { isLowercase || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
