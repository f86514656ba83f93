/// What frames, manifests and problems look like on the wire, in the words of JSON Schema.
enum ScreenSchemas {
    /// All of them, by the names that others refer to.
    static var all: [(name: String, value: JSONValue)] {
        [
            ("Problem", problem), ("Frame", frame(adding: [])),
            ("Answer", frame(adding: [("notices", ["type": "array", "items": reference("Notice")])])),
            ("Notice", object(["text": string, "tone": reference("Tone")])),
            ("Screen", screen), ("Phase", phase), ("Element", element), ("Row", row), ("Button", button),
            ("Tone", ["type": "string", "enum": ["plain", "accent", "positive", "warning", "critical"]]),
            ("Value", ["type": ["string", "number", "boolean"]]),
            ("Values", ["type": "object", "additionalProperties": reference("Value")]),
            ("Manifest", manifest), ("Action", action), ("Field", field),
            (
                "Session",
                object(["session": string, "feature": string, "title": string])
            ),
        ] + PatchSchemas.all
    }

    /// Refers to a schema by its name.
    static func reference(_ name: String) -> JSONValue { ["$ref": "#/components/schemas/\(name)"] }

    static let string: JSONValue = ["type": "string"]
    static let integer: JSONValue = ["type": "integer"]

    /// An object whose members are all there, but for the optional ones.
    static func object(_ members: JSONValue, optional: JSONValue = [:], description: String? = nil) -> JSONValue {
        guard case .object(let required) = members, case .object(let others) = optional else { return members }
        let text: [(name: String, value: JSONValue)] = description.map { [("description", .text($0))] } ?? []
        return JSONValue.object([
            ("type", "object"), ("properties", .object(required + others)),
            ("required", .texts(required.map(\.name))),
        ]).adding(text)
    }

    static func list(of name: String) -> JSONValue { ["type": "array", "items": reference(name)] }

    private static let problem = object(
        ["type": string, "title": string, "status": integer, "detail": string],
        optional: ["errors": ["type": "object", "additionalProperties": string]],
        description: "Why a request is not answered as it wished (RFC 9457); errors names each field that is wrong.")

    private static func frame(adding members: [(name: String, value: JSONValue)]) -> JSONValue {
        object(
            JSONValue.object([
                ("session", string), ("feature", string), ("revision", ["type": "integer", "minimum": 0]),
                ("screen", reference("Screen")),
            ]).adding(members), description: "A screen at a moment of a session.")
    }

    private static let screen = object([
        "title": string, "tone": reference("Tone"), "phase": reference("Phase"), "elements": list(of: "Element"),
        "buttons": list(of: "Button"),
    ])

    private static let phase = object(
        ["kind": ["type": "string", "enum": ["ready", "loading", "failed"]]],
        optional: ["message": string, "fraction": ["type": "number"], "retry": reference("Button")])

    static let columns: JSONValue = ["type": "array", "items": object(["name": string, "title": string])]
    static let link = object(["feature": string, "options": reference("Values")])

    private static let element = object(
        ["kind": ["type": "string", "description": "text, list, fields, placeholder, or one that is yet to come"]],
        optional: [
            "id": string, "text": string,
            "style": ["type": "string", "enum": ["body", "headline", "caption"]],
            "rows": list(of: "Row"),
            "columns": columns,
            "more": reference("Button"),
            "items": ["type": "array", "items": object(["label": string, "value": string])],
        ])

    private static let row = object(
        ["id": string, "title": string],
        optional: [
            "detail": string, "values": reference("Values"), "tone": reference("Tone"), "buttons": list(of: "Button"),
            "opens": link,
        ])

    private static let button = object(
        [
            "action": string, "title": string, "enabled": ["type": "boolean"],
            "role": ["type": "string", "enum": ["normal", "primary", "destructive"]],
        ], optional: ["arguments": reference("Values")])

    private static let manifest = object([
        "id": string, "title": string, "summary": string, "options": list(of: "Field"), "actions": list(of: "Action"),
    ])

    private static let action = object(["name": string, "title": string, "fields": list(of: "Field")])

    private static let field = object(
        [
            "name": string, "title": string,
            "kind": [
                "type": "string", "enum": ["text", "integer", "decimal", "boolean", "choice", "date", "duration"],
            ],
            "required": ["type": "boolean"],
        ],
        optional: [
            "length": ["type": "object", "properties": ["min": integer, "max": integer]],
            "range": ["type": "object", "properties": ["min": reference("Value"), "max": reference("Value")]],
            "choices": ["type": "array", "items": string], "default": reference("Value"), "help": string,
        ])
}
