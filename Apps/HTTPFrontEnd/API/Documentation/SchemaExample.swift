import FeatureKit

/// Makes short values that fit the JSON Schemas of the documentation.
///
/// An object has only its required members. A list inside another value has only an ellipsis.
struct SchemaExample {
    private let members: [String: JSONValue]
    private let schemas = Dictionary(uniqueKeysWithValues: ScreenSchemas.all.map { ($0.name, $0.value) })

    /// Creates the examples of a feature's answers.
    init(of feature: FeatureManifest?) {
        let id = JSONValue.text(feature?.id ?? "…")
        members = [
            "session": "0123456789abcdef0123456789abcdef", "feature": id, "id": id, "to": 2,
            "title": .text(feature?.title ?? "…"), "summary": .text(feature?.summary ?? "…"),
        ]
    }

    /// Returns a value that fits a schema.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - name: The name of the member that gets the value; empty if the value is no member.
    func value(of schema: JSONValue, name: String = "") -> JSONValue {
        if let reference = schema["$ref"]?.text, let end = reference.split(separator: "/").last,
            let target = schemas[String(end)]
        {
            return value(of: target, name: name)
        }
        if let value = members[name] ?? schema["const"] ?? schema["enum"]?.items.first { return value }
        switch schema["type"]?.text ?? schema["type"]?.items.first?.text {
        case "object":
            let required = schema["required"]?.items.compactMap(\.text) ?? []
            return .object(
                required.compactMap { name in
                    schema["properties"]?[name].map { (name: name, value: value(of: $0, name: name)) }
                })
        case "array": return .array([name.isEmpty ? schema["items"].map { value(of: $0) } ?? "…" : "…"])
        case "integer", "number": return 1
        case "boolean": return true
        default: return "…"
        }
    }
}

extension JSONValue {
    /// The member of an object with the given name; `nil` if there is none.
    fileprivate subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    fileprivate var text: String? {
        if case .plain(.text(let text)) = self { text } else { nil }
    }

    fileprivate var items: [JSONValue] {
        if case .array(let items) = self { items } else { [] }
    }
}
