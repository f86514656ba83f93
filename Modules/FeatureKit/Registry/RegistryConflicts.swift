/// The error for features that cannot be registered together.
///
/// It contains all conflicts.
public struct RegistryConflicts: Error, Sendable, Hashable, CustomStringConvertible {
    /// One message for each conflict.
    ///
    /// Each message names the feature, the fault and the correction.
    public private(set) var all: [String] = []

    /// All conflicts as text for people.
    public var description: String {
        (["the features cannot be registered:"] + all.map { "- \($0)" }).joined(separator: "\n")
    }

    /// Checks manifests.
    ///
    /// - Parameters:
    ///   - features: The features.
    ///   - manifests: Their manifests, in the same order.
    ///   - hasTwins: Whether two manifests have the same id.
    init(among features: [any Feature], with manifests: [FeatureManifest], hasTwins: Bool) {
        var owners: [String: Int] = [:]
        // Loop over indices, because a loop over elements would copy every manifest, which takes longer than checking
        // it. Computing the name of a feature is slow too, so compute it only if there is a conflict.
        for index in manifests.indices {
            let owner = { Self.name(of: features[index]) }
            if hasTwins, let first = owners.updateValue(index, forKey: manifests[index].id) {
                all.append(
                    "\(Self.name(of: features[first])) and \(owner()) both have the id '\(manifests[index].id)'; "
                        + "change one of the manifests")
            }
            check(manifests[index], of: owner)
        }
    }

    private mutating func check(_ manifest: FeatureManifest, of owner: () -> String) {
        if !manifest.id.isLowercaseName {
            report(owner(), "the id \(FieldValue.quote(manifest.id)) is not of the form [a-z][a-z0-9-]*; change it")
        }
        let (actions, options) = (manifest.actions, manifest.options)
        check(actions, \.name, \.title, "actions", of: owner)
        for index in actions.indices {
            if !actions[index].name.isLowercaseName {
                report(
                    owner(),
                    "the action \(FieldValue.quote(actions[index].name)) is not of the form [a-z][a-z0-9-]*; rename it")
            }
            check(actions[index].audience, of: { "\(owner()), action '\(actions[index].name)'" })
            check(actions[index].fields, "fields", of: { "\(owner()), action '\(actions[index].name)'" })
        }
        check(manifest.audience, of: owner)
        check(options, "options", of: owner)
        for index in options.indices {
            let (name, meaning): (String, String)
            switch options[index].name {
            case FeatureManifest.reservedOption: (name, meaning) = (FeatureManifest.reservedOption, "session")
            case let other where FeatureManifest.dialogOptions.contains(other): (name, meaning) = (other, "open dialog")
            default: continue
            }
            report(
                owner(),
                "the option '\(name)' has a reserved name: in the address of a page it names the \(meaning); rename it")
        }
        for index in options.indices where options[index].kind == .secret {
            report(
                owner(),
                "the option '\(options[index].name)' is secret, but options are visible in addresses and commands; "
                    + "declare it as a field of an action")
        }
    }

    private mutating func check(_ audience: Audience, of owner: () -> String) {
        guard case .role(let role) = audience, !role.isLowercaseName else { return }
        report(owner(), "the role \(FieldValue.quote(role)) is not of the form [a-z][a-z0-9-]*; rename it")
    }

    private static func name(of feature: any Feature) -> String {
        String(reflecting: type(of: feature))
    }

    private mutating func check(_ fields: [FieldDescription], _ noun: String, of owner: () -> String) {
        check(fields, \.name, \.title, noun, of: owner)
        for index in fields.indices {
            if !fields[index].name.isFieldName {
                report(
                    owner(),
                    "the name \(FieldValue.quote(fields[index].name)) among the \(noun) is not of the form "
                        + "[A-Za-z][A-Za-z0-9_-]*; rename it")
            }
            checkRule(of: fields[index], owner)
            if let role = fields[index].role, role != .filter,
                let first = fields[..<index].first(where: { $0.role == role })
            {
                report(
                    owner(),
                    "'\(first.name)' and '\(fields[index].name)' among the \(noun) both have the role '\(role)'; "
                        + "remove one of the roles")
            }
            if let value = fields[index].defaultValue, case .failure(let refusal) = fields[index].check(value) {
                report(
                    owner(),
                    "the default of '\(fields[index].name)' breaks its own rule: \(refusal.message); "
                        + "change one of them")
            }
        }
    }

    private mutating func checkRule(of field: FieldDescription, _ owner: () -> String) {
        // Return early for most fields: they have no step, no slider and no rule for lines, and they are not secret.
        guard field.step != nil || field.isSlider || field.lines != nil || field.kind == .secret else { return }
        let name = field.name
        if let step = field.step {
            if !((Double(fieldValue: step) ?? 0) > 0) {
                report(owner(), "the step of '\(name)' is \(step); change it to a number greater than 0")
            }
            if field.range?.min == nil {
                report(owner(), "the step of '\(name)' needs a range to count from; give the field a range")
            }
        } else if field.isSlider {
            report(owner(), "the slider of '\(name)' needs a range and a step; give the field both")
        }
        if let least = field.lines?.min, least < 1 {
            report(owner(), "the least number of lines of '\(name)' is \(least); change it to 1 or more")
        }
        if field.kind == .secret, field.defaultValue != nil {
            report(owner(), "the secret '\(name)' has a default, which every manifest would show; remove the default")
        }
    }

    private mutating func check<Item>(
        _ items: [Item], _ name: (Item) -> String, _ title: (Item) -> String, _ noun: String, of owner: () -> String
    ) {
        // For the few items of a feature, comparing all pairs is faster than hashing.
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
    /// Whether the text has the form of ids, names of actions and roles: `[a-z][a-z0-9-]*`.
    package var isLowercaseName: Bool {
        wholeMatches(first: { $0.isLowercase }, rest: { $0.isLowercase || $0.isDigit || $0 == UInt8(ascii: "-") })
    }

    /// Whether the text has the form of names of fields: `[A-Za-z][A-Za-z0-9_-]*`.
    package var isFieldName: Bool {
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
