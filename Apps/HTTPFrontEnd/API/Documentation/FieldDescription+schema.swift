import FeatureKit

extension FieldDescription {
    /// The JSON Schema (2020-12) of the field's values.
    var schema: JSONValue {
        var members: [(name: String, value: JSONValue)] = [("title", .text(title))]
        switch kind {
        case .text, .reference:
            members += textMembers
        case .secret:
            members += textMembers + [("format", "password"), ("writeOnly", true)]
        case .texts:
            // The schema of an item rejects empty text, because an empty text is no item.
            let item = FieldDescription(itemOf: self).textMembers
            members += listMembers + [("items", .object(item))]
        case .choices:
            members += listMembers + [("items", ["type": "string", "enum": .texts(choices ?? [])])]
        case .instant: members += [("type", "string"), ("format", "date-time")]
        case .integer:
            members += [("type", "integer"), ("format", "int64")]
            members += [("minimum", .plain(range?.min ?? .integer(.min)))]
            members += [("maximum", .plain(range?.max ?? .integer(.max)))] + stepMembers
        case .decimal:
            members += [("type", "number"), ("format", "double")]
            if let min = range?.min { members += [("minimum", .plain(min))] }
            if let max = range?.max { members += [("maximum", .plain(max))] }
            members += stepMembers
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

    private var textMembers: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = [("type", "string")]
        if let min = length?.min, min > 0 { members += [("minLength", .plain(.integer(min)))] }
        // JSON Schema counts Unicode scalars, of which a character can have several.
        if let max = length?.max { members += [("maxLength", .plain(.integer(FieldDescription.scalarLimit(of: max))))] }
        // The pattern excludes NUL. A text that must not be empty also needs a character other than white space.
        members += [("pattern", (length?.min ?? 0) > 0 ? "^[^\\x00]*\\S[^\\x00]*$" : "^[^\\x00]*$")]
        return members
    }

    private var listMembers: [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = [("type", "array"), ("uniqueItems", true)]
        if let min = count?.min, min > 0 { members += [("minItems", .plain(.integer(min)))] }
        if let max = count?.max { members += [("maxItems", .plain(.integer(max)))] }
        return members
    }

    /// The schema member `multipleOf` for the field's step.
    ///
    /// JSON Schema counts steps from 0, so the member is omitted unless the minimum is a multiple of the step.
    private var stepMembers: [(name: String, value: JSONValue)] {
        guard let step, let distance = Double(fieldValue: step), let min = Double(fieldValue: range?.min),
            min.truncatingRemainder(dividingBy: distance) == 0
        else { return [] }
        return [("multipleOf", .plain(step))]
    }

    /// Creates the description of one item of a list of texts.
    private init(itemOf list: FieldDescription) {
        self = list
        kind = .text
        length = Bounds(min: Swift.max(length?.min ?? 1, 1), max: length?.max)
    }

    /// The field's help, followed by its rule.
    var explanation: String {
        let rule = expectation.prefix(1).uppercased() + expectation.dropFirst() + "."
        return help.map { "\($0) \(rule)" } ?? rule
    }

    /// Whether the field is required and has no default.
    var mustBeGiven: Bool { required && defaultValue == nil }
}

extension [FieldDescription] {
    /// The JSON Schema of an object with a value for each field.
    var schema: JSONValue {
        [
            "type": "object",
            "properties": .object(map { (name: $0.name, value: $0.schema) }),
            "required": .texts(filter(\.mustBeGiven).map(\.name)),
            "additionalProperties": false,
        ]
    }
}
