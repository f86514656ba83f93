/// The JSON Schemas of patches, the wire format of `ScreenDiff`.
enum PatchSchemas {
    /// All schemas, each with the name that a `$ref` to the schema contains.
    static var all: [(name: String, value: JSONValue)] {
        [
            ("Patch", patch), ("ElementEdit", elementEdit), ("ListEdit", listEdit), ("AlikeRow", alikeRow),
            ("SectionChange", sectionChange), ("FormChange", formChange), ("ItemEdit", itemEdit),
            ("DrawingChange", drawingChange), ("ShapeEdit", shapeEdit),
        ]
    }

    private static let ids: JSONValue = ["type": "array", "items": ScreenSchemas.string]
    private static let values: JSONValue = ["type": "array", "items": ScreenSchemas.reference("Value")]
    private static let changes: JSONValue = [
        "type": "object", "additionalProperties": ["type": ["string", "number", "boolean", "null"]],
    ]

    /// Returns a schema that allows a value or `null`.
    ///
    /// In a patch, `null` removes the value.
    private static func optional(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["type": "null"]]] }

    /// Returns the schema of an edit that inserts, moves, removes or replaces items.
    ///
    /// The first of these members that is present determines the kind of the edit.
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
            "title": ScreenSchemas.string, "summary": optional(ScreenSchemas.string),
            "tone": ScreenSchemas.reference("Tone"),
            "phase": ScreenSchemas.reference("Phase"), "buttons": ScreenSchemas.list(of: "Button"),
            "up": optional(ScreenSchemas.reference("Link")), "address": optional(ScreenSchemas.reference("Values")),
            "elements": ScreenSchemas.list(of: "ElementEdit"),
            "sections": ["type": "object", "additionalProperties": ScreenSchemas.reference("SectionChange")],
            "lists": ["type": "object", "additionalProperties": ScreenSchemas.list(of: "ListEdit")],
            "forms": ["type": "object", "additionalProperties": ScreenSchemas.reference("FormChange")],
            "fields": ["type": "object", "additionalProperties": ScreenSchemas.list(of: "ItemEdit")],
            "drawings": ["type": "object", "additionalProperties": ScreenSchemas.reference("DrawingChange")],
        ],
        description:
            "The changes between the screens of two revisions. "
            + "'title', 'summary', 'tone', 'phase', 'buttons', 'up' and 'address' have new values; "
            + "null removes 'summary', 'up' or 'address'. "
            + "'elements' has the edits of elements. "
            + "The other members have the changes inside elements, by element id. "
            + "A client that meets an unknown member fetches the frame.")

    private static let sectionChange = ScreenSchemas.object(
        [:],
        optional: [
            "elements": ScreenSchemas.list(of: "ElementEdit"), "title": optional(ScreenSchemas.string),
            "layout": ScreenSchemas.string, "buttons": ScreenSchemas.list(of: "Button"),
        ], description: "The changes of a section: the edits of its direct elements, and its changed members.")

    private static let formChange = ScreenSchemas.object(
        [:],
        optional: [
            "values": changes, "title": optional(ScreenSchemas.string), "enabled": ["type": "boolean"],
            "disabled": ["type": "array", "items": ScreenSchemas.string],
            "problems": [
                "type": "object", "additionalProperties": optional(ScreenSchemas.reference("FieldProblem")),
            ],
            "choices": [
                "type": "object",
                "additionalProperties": ["type": ["array", "null"], "items": ScreenSchemas.string],
            ],
        ],
        description:
            "The changes of a form. 'values', 'problems' and 'choices' have only the changed entries. "
            + "The value null removes an entry.")

    private static let itemEdit = ScreenSchemas.object(
        ["at": ["type": "integer", "minimum": 0], "item": ScreenSchemas.reference("Item")],
        description: "Replaces the item at an index.")

    private static let elementEdit = edit(
        of: "Element", adding: [("set", ScreenSchemas.reference("Element"))],
        description:
            "An edit of elements. 'remove' has the removed ids. 'all' replaces all elements. "
            + "'set' replaces one element by id. "
            + "'insert' and 'move' put elements after another element, at the start or at the end.")

    private static let drawingChange = ScreenSchemas.object(
        [:], optional: ["alt": ScreenSchemas.string, "shapes": ScreenSchemas.list(of: "ShapeEdit")],
        description: "The changes of a drawing: its new 'alt', and the edits of its shapes.")

    private static let shapeEdit = edit(
        of: "Shape", adding: [("set", ScreenSchemas.reference("Shape"))],
        description: "An edit of the shapes of a drawing that works like ElementEdit.")

    private static let listEdit = edit(
        of: "Row",
        adding: [
            ("alike", ScreenSchemas.list(of: "AlikeRow")), ("set", ScreenSchemas.string),
            ("title", ScreenSchemas.string), ("detail", optional(ScreenSchemas.string)), ("values", changes),
            ("cells", ["type": "object", "additionalProperties": ["type": ["string", "null"]]]),
            ("tone", optional(ScreenSchemas.reference("Tone"))), ("buttons", ScreenSchemas.list(of: "Button")),
            ("arguments", changes), ("opens", optional(ScreenSchemas.reference("Link"))),
            ("columns", optional(ScreenSchemas.columns)), ("total", optional(ScreenSchemas.reference("Total"))),
            ("select", optional(ScreenSchemas.string)), ("selected", optional(ScreenSchemas.string)),
            ("hint", optional(ScreenSchemas.string)), ("more", optional(ScreenSchemas.reference("Button"))),
        ],
        description:
            "An edit of rows that works like ElementEdit, with three differences. "
            + "'set' has the id of a row whose members change; null removes a member. "
            + "'alike' inserts rows that are described by their differences from the previous row. "
            + "'columns', 'total', 'select', 'selected', 'hint' and 'more' change the list itself.")

    private static let alikeRow = ScreenSchemas.object(
        ["id": ScreenSchemas.string, "title": ScreenSchemas.string],
        optional: [
            "detail": ScreenSchemas.string, "values": values,
            "cells": ["type": "array", "items": ScreenSchemas.string], "arguments": values,
        ],
        description:
            "A row that differs from the previous row only in the members given here. "
            + "'values' and 'arguments' are in the order of their sorted names. "
            + "An argument that is the previous row's id becomes the id of this row.")
}
