/// What patches look like on the wire, in the words of JSON Schema: the wire format of `ScreenDiff`.
enum PatchSchemas {
    /// All of them, by the names that others refer to.
    static var all: [(name: String, value: JSONValue)] {
        [("Patch", patch), ("ElementEdit", elementEdit), ("ListEdit", listEdit), ("AlikeRow", alikeRow)]
    }

    private static let ids: JSONValue = ["type": "array", "items": ScreenSchemas.string]
    private static let values: JSONValue = ["type": "array", "items": ScreenSchemas.reference("Value")]
    private static let changes: JSONValue = [
        "type": "object", "additionalProperties": ["type": ["string", "number", "boolean", "null"]],
    ]

    /// Either what a schema says or `null`, which takes it away.
    private static func optional(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["type": "null"]]] }

    /// An edit of items at a place; each edit has one of its first members.
    private static func edit(
        of items: String, adding members: [(name: String, value: JSONValue)], description: String
    ) -> JSONValue {
        let list = ScreenSchemas.list(of: items)
        let common: JSONValue = [
            "all": list, "remove": ids, "insert": list, "move": ids, "after": ScreenSchemas.string,
            "at": ["type": "string", "const": "end"],
        ]
        return [
            "type": "object", "properties": common.adding(members), "additionalProperties": false,
            "description": .text(description),
        ]
    }

    private static let patch = ScreenSchemas.object(
        ["from": ScreenSchemas.integer, "to": ScreenSchemas.integer],
        optional: [
            "title": ScreenSchemas.string, "tone": ScreenSchemas.reference("Tone"),
            "phase": ScreenSchemas.reference("Phase"), "buttons": ScreenSchemas.list(of: "Button"),
            "elements": ScreenSchemas.list(of: "ElementEdit"),
            "lists": ["type": "object", "additionalProperties": ScreenSchemas.list(of: "ListEdit")],
        ],
        description:
            "What leads from the screen of one revision to that of another: the new title, tone, phase and buttons "
            + "where they changed, then edits of elements, then edits of the rows of lists, by the lists' ids.")

    private static let elementEdit = edit(
        of: "Element", adding: [("set", ScreenSchemas.reference("Element"))],
        description:
            "remove takes elements away; insert puts some in, and move others, after another, or at the start or "
            + "the end; set replaces the one with its id; all replaces all there are.")

    private static let listEdit = edit(
        of: "Row",
        adding: [
            ("alike", ScreenSchemas.list(of: "AlikeRow")), ("set", ScreenSchemas.string),
            ("title", ScreenSchemas.string), ("detail", optional(ScreenSchemas.string)), ("values", changes),
            ("tone", optional(ScreenSchemas.reference("Tone"))), ("buttons", ScreenSchemas.list(of: "Button")),
            ("arguments", changes), ("opens", optional(ScreenSchemas.link)),
            ("columns", optional(ScreenSchemas.columns)), ("more", optional(ScreenSchemas.reference("Button"))),
        ],
        description:
            "As edits of elements, but that set names a row whose properties change (null takes one away), alike "
            + "puts in rows told by how they differ from the row before them, and columns and more are the list's own.")

    private static let alikeRow = ScreenSchemas.object(
        ["id": ScreenSchemas.string, "title": ScreenSchemas.string],
        optional: ["detail": ScreenSchemas.string, "values": values, "arguments": values],
        description:
            "A row like the one before it, but for these; values and arguments in the order of their sorted names, "
            + "and the id of the row before, where it stands in arguments, becomes this one's.")
}
