import Foundation

/// Checks JSON against the schemas of an OpenAPI document.
///
/// It knows the keywords that this host uses. Stricter than JSON Schema, it refuses every undeclared member of an object
/// that declares properties.
struct SchemaCheck {
    private let schemas: [String: JSON]
    /// The checked members, such as `Row.opens`.
    private(set) var members: Set<String> = []
    /// The differences between the JSON and the schemas.
    private(set) var faults: [String] = []

    /// Creates a check against the schemas of a document.
    init(document: String) throws {
        schemas = try JSON(document)["components"]?["schemas"]?.object ?? [:]
    }

    /// The declared members of a schema, such as `Row.opens`.
    func declared(by name: String) -> Set<String> {
        Set((schemas[name]?["properties"]?.object ?? [:]).keys.map { "\(name).\($0)" })
    }

    /// Checks a JSON text against a named schema.
    mutating func check(_ json: String, against name: String) throws {
        check(try JSON(json), .object(["$ref": .text("#/components/schemas/\(name)")]), name)
    }

    private mutating func check(_ value: JSON, _ schema: JSON, _ place: String) {
        if let reference = schema["$ref"]?.text {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            guard let schema = schemas[name] else { return faults.append("\(place): there is no schema \(name)") }
            return check(value, schema, name)
        }
        if let options = schema["anyOf"]?.array {
            let results = options.map { option in
                var copy = self
                copy.faults = []
                copy.check(value, option, place)
                return copy
            }
            guard let fitting = results.first(where: \.faults.isEmpty) else {
                return faults.append("\(place): \(value) fits no option: \(results.flatMap(\.faults))")
            }
            return members.formUnion(fitting.members)
        }
        if let kind = schema["type"], value.kinds.isDisjoint(with: kind.texts) {
            return faults.append("\(place): expected \(kind.texts), got \(value)")
        }
        if let texts = schema["enum"]?.texts, let text = value.text, !texts.contains(text) {
            faults.append("\(place): expected one of \(texts), got \(text)")
        }
        if let pattern = schema["pattern"]?.text, let text = value.text,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            faults.append("\(place): expected \(pattern), got \(text)")
        }
        if let items = schema["items"], let array = value.array {
            for item in array { check(item, items, place) }
        }
        if let object = value.object { check(object, schema, place) }
    }

    private mutating func check(_ object: [String: JSON], _ schema: JSON, _ place: String) {
        for name in schema["required"]?.texts ?? [] where object[name] == nil {
            faults.append("\(place): '\(name)' is missing")
        }
        let properties = schema["properties"]?.object
        for (name, value) in object {
            if let property = properties?[name] {
                members.insert("\(place).\(name)")
                check(value, property, "\(place).\(name)")
            } else if let others = schema["additionalProperties"], others.object != nil {
                check(value, others, place)
            } else if properties != nil {
                faults.append("\(place): '\(name)' is not declared")
            }
        }
    }
}

/// A JSON value.
indirect enum JSON: Decodable {
    case null, boolean(Bool), number(Double), text(String), array([JSON]), object([String: JSON])

    init(_ text: String) throws { self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var array: [JSON]? { if case .array(let items) = self { items } else { nil } }
    var object: [String: JSON]? { if case .object(let members) = self { members } else { nil } }
    /// The text, or all texts of an array.
    var texts: [String] { text.map { [$0] } ?? array?.compactMap(\.text) ?? [] }

    subscript(name: String) -> JSON? { object?[name] }

    /// The names of the types in a schema that the value has.
    var kinds: Set<String> {
        switch self {
        case .null: ["null"]
        case .boolean: ["boolean"]
        case .number(let number): number.rounded() == number ? ["integer", "number"] : ["number"]
        case .text: ["string"]
        case .array: ["array"]
        case .object: ["object"]
        }
    }
}
