/// The JSON Schemas of patches, which are `ScreenDiff` on the wire.
enum PatchSchemas {
    /// All schemas, by the names that references use.
    static var all: [(name: String, value: JSONValue)] {
        [
            ("Patch", patch), ("ElementEdit", elementEdit), ("ListEdit", listEdit), ("AlikeRow", alikeRow),
            ("SectionChange", sectionChange), ("FormChange", formChange), ("ItemEdit", itemEdit),
        ]
    }

    private static let ids: JSONValue = ["type": "array", "items": ScreenSchemas.string]
    private static let values: JSONValue = ["type": "array", "items": ScreenSchemas.reference("Value")]
    private static let changes: JSONValue = [
        "type": "object", "additionalProperties": ["type": ["string", "number", "boolean", "null"]],
    ]

    /// Either a value of a schema, or `null` to remove the value.
    private static func optional(_ schema: JSONValue) -> JSONValue { ["anyOf": [schema, ["type": "null"]]] }

    /// An edit of items at a place.
    ///
    /// The first member that is present tells the kind of edit.
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
            "elements": ScreenSchemas.list(of: "ElementEdit"),
            "sections": ["type": "object", "additionalProperties": ScreenSchemas.reference("SectionChange")],
            "lists": ["type": "object", "additionalProperties": ScreenSchemas.list(of: "ListEdit")],
            "forms": ["type": "object", "additionalProperties": ScreenSchemas.reference("FormChange")],
            "fields": ["type": "object", "additionalProperties": ScreenSchemas.list(of: "ItemEdit")],
        ],
        description:
            "The changes from the screen of one revision to that of another: the new title, summary, tone, phase and "
            + "buttons where they changed, then edits of elements, then the changes inside elements, by their ids.")

    private static let sectionChange = ScreenSchemas.object(
        [:],
        optional: [
            "elements": ScreenSchemas.list(of: "ElementEdit"), "title": optional(ScreenSchemas.string),
            "layout": ScreenSchemas.string, "buttons": ScreenSchemas.list(of: "Button"),
        ], description: "The changes of a section: edits of its own elements, and its members that changed.")

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
            "The changes of a form: values, problems and choices with the changed entries only, null for one that "
            + "is gone.")

    private static let itemEdit = ScreenSchemas.object(
        ["at": ["type": "integer", "minimum": 0], "item": ScreenSchemas.reference("Item")],
        description: "Replaces the item at an index.")

    private static let elementEdit = edit(
        of: "Element", adding: [("set", ScreenSchemas.reference("Element"))],
        description:
            "remove removes elements; insert and move place elements after another one, at the start or at the end; "
            + "set replaces the element with its id; all replaces all elements.")

    private static let listEdit = edit(
        of: "Row",
        adding: [
            ("alike", ScreenSchemas.list(of: "AlikeRow")), ("set", ScreenSchemas.string),
            ("title", ScreenSchemas.string), ("detail", optional(ScreenSchemas.string)), ("values", changes),
            ("cells", ["type": "object", "additionalProperties": ["type": ["string", "null"]]]),
            ("tone", optional(ScreenSchemas.reference("Tone"))), ("buttons", ScreenSchemas.list(of: "Button")),
            ("arguments", changes), ("opens", optional(ScreenSchemas.link)),
            ("columns", optional(ScreenSchemas.columns)), ("total", optional(ScreenSchemas.reference("Total"))),
            ("select", optional(ScreenSchemas.string)), ("selected", optional(ScreenSchemas.string)),
            ("hint", optional(ScreenSchemas.string)), ("more", optional(ScreenSchemas.reference("Button"))),
        ],
        description:
            "Like edits of elements, but set names a row whose properties change (null removes one), alike inserts "
            + "rows by their differences from the row before, and columns and more belong to the list.")

    private static let alikeRow = ScreenSchemas.object(
        ["id": ScreenSchemas.string, "title": ScreenSchemas.string],
        optional: [
            "detail": ScreenSchemas.string, "values": values,
            "cells": ["type": "array", "items": ScreenSchemas.string], "arguments": values,
        ],
        description:
            "A row equal to the row before it except for these members; values and arguments are in the order of "
            + "their sorted names. Where arguments contain the id of the row before, it becomes this row's id.")
}
