/// Everything that keeps features from being registered together.
public struct RegistryConflicts: Error, Sendable, Hashable, CustomStringConvertible {
    /// One message a conflict: who owns what, and how to mend it.
    public private(set) var all: [String] = []

    /// A text for people.
    public var description: String {
        (["the features cannot be registered:"] + all.map { "- \($0)" }).joined(separator: "\n")
    }

    init(among features: [any Feature]) {
        var owners: [String: String] = [:]
        for feature in features {
            let manifest = feature.manifest
            let owner = String(reflecting: type(of: feature))
            if let first = owners.updateValue(owner, forKey: manifest.id) {
                all.append("\(first) and \(owner) both have the id '\(manifest.id)'; change one of the manifests")
            }
            if !manifest.id.isLowercaseName {
                report(owner, "the id \(FieldValue.quote(manifest.id)) is not of the form [a-z][a-z0-9-]*; change it")
            }
            check(names: manifest.actions.map { ($0.name, $0.title) }, "actions", of: owner)
            for action in manifest.actions {
                if !action.name.isLowercaseName {
                    report(
                        owner,
                        "the action \(FieldValue.quote(action.name)) is not of the form [a-z][a-z0-9-]*; rename it")
                }
                check(action.fields, "fields", of: "\(owner), action '\(action.name)'")
            }
            check(manifest.options, "options", of: owner)
            for option in manifest.options where option.required && option.defaultValue == nil {
                report(owner, "the option '\(option.name)' must be given; give it a default or make its type optional")
            }
        }
    }

    private mutating func check(_ fields: [FieldDescription], _ noun: String, of owner: String) {
        check(names: fields.map { ($0.name, $0.title) }, noun, of: owner)
        for field in fields {
            if !field.name.isFieldName {
                report(
                    owner,
                    "the name \(FieldValue.quote(field.name)) among the \(noun) is not of the form "
                        + "[A-Za-z][A-Za-z0-9_-]*; rename it")
            }
            if let value = field.defaultValue, case .failure(let refusal) = field.check(value) {
                report(
                    owner, "the default of '\(field.name)' breaks its own rule: \(refusal.message); change one of them")
            }
        }
    }

    private mutating func check(names: [(name: String, title: String)], _ noun: String, of owner: String) {
        var titles: [String: String] = [:]
        for (name, title) in names {
            if let first = titles.updateValue(title, forKey: name) {
                report(owner, "the \(noun) '\(first)' and '\(title)' are both named '\(name)'; rename one of them")
            }
        }
    }

    private mutating func report(_ owner: String, _ message: String) {
        all.append("\(owner): \(message)")
    }
}

extension String {
    fileprivate var isLowercaseName: Bool {
        wholeMatches(first: { $0.isLowercase }, rest: { $0.isLowercase || $0.isNumber || $0 == "-" })
    }

    fileprivate var isFieldName: Bool {
        wholeMatches(first: { $0.isLetter }, rest: { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    }

    private func wholeMatches(first: (Character) -> Bool, rest: (Character) -> Bool) -> Bool {
        guard let initial = self.first, first(initial) else { return false }
        return allSatisfy { $0.isASCII && rest($0) }
    }
}
