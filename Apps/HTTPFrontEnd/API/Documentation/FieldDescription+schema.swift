import FeatureKit

extension FieldDescription {
    /// What values of the field are like, in the words of JSON Schema (2020-12).
    var schema: JSONValue {
        var members: [(name: String, value: JSONValue)] = [("title", .text(title))]
        switch kind {
        case .text:
            members += [("type", "string")]
            if let min = length?.min, min > 0 { members += [("minLength", .plain(.integer(min)))] }
            if let max = length?.max { members += [("maxLength", .plain(.integer(max)))] }
            // No NUL; where a text must be given, more than blanks.
            members += [("pattern", (length?.min ?? 0) > 0 ? "^[^\\x00]*\\S[^\\x00]*$" : "^[^\\x00]*$")]
        case .integer:
            members += [("type", "integer"), ("format", "int64")]
            members += [("minimum", .plain(range?.min ?? .integer(.min)))]
            members += [("maximum", .plain(range?.max ?? .integer(.max)))]
        case .decimal:
            members += [("type", "number"), ("format", "double")]
            if let min = range?.min { members += [("minimum", .plain(min))] }
            if let max = range?.max { members += [("maximum", .plain(max))] }
        case .boolean: members += [("type", "boolean")]
        case .choice: members += [("type", "string"), ("enum", .texts(choices ?? []))]
        case .date: members += [("type", "string"), ("format", "date")]
        case .duration:
            members += [("type", "string"), ("pattern", "^[0-9]+(\\.[0-9]+)?(ms|s|m|h)$")]
            members += [("examples", ["250ms", "2s", "1m"])]
        }
        if let defaultValue { members += [("default", .plain(defaultValue))] }
        members += [("description", .text(explanation))]
        return .object(members)
    }

    /// What the field is for and what it takes.
    var explanation: String {
        let rule = expectation.prefix(1).uppercased() + expectation.dropFirst() + "."
        return help.map { "\($0) \(rule)" } ?? rule
    }

    /// Whether a value must be given.
    var mustBeGiven: Bool { required && defaultValue == nil }
}

extension [FieldDescription] {
    /// What objects of values for the fields are like.
    var schema: JSONValue {
        [
            "type": "object",
            "properties": .object(map { (name: $0.name, value: $0.schema) }),
            "required": .texts(filter(\.mustBeGiven).map(\.name)),
            "additionalProperties": false,
        ]
    }
}
