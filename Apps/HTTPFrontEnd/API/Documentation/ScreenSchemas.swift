import FeatureKit

/// The JSON Schemas of frames, manifests and problems.
enum ScreenSchemas {
    /// All schemas, each with the name that a `$ref` to the schema contains.
    static var all: [(name: String, value: JSONValue)] {
        [
            ("Problem", problem), ("Frame", frame), ("Answer", answer), ("SessionFrame", sessionFrame),
            ("Work", work), ("WorkStatus", workStatus),
            ("History", history), ("Change", change),
            ("Choices", namedRecords),
            ("Notice", notice),
            ("Screen", screen), ("Link", link), ("Phase", phase), ("Element", element), ("Row", row),
            ("Column", column), ("Shape", shape), ("File", file),
            ("Item", item), ("Total", total),
            ("FieldProblem", fieldProblem), ("Button", button),
            ("Tone", ["type": "string", "enum": ["plain", "accent", "positive", "warning", "critical"]]),
            ("Value", value),
            ("Values", ["type": "object", "additionalProperties": reference("Value")]),
            ("Manifest", manifest), ("Action", action), ("Field", field),
            (
                "Session",
                object([
                    "session": string, "feature": string, "title": string,
                    "options": reference("Values").adding([
                        ("description", .text("The options with which the session was launched."))
                    ]),
                ])
            ),
            ("Person", person),
        ] + PatchSchemas.all
    }

    /// Returns a reference to a schema.
    static func reference(_ name: String) -> JSONValue { ["$ref": "#/components/schemas/\(name)"] }

    static let string: JSONValue = ["type": "string"]
    static let integer: JSONValue = ["type": "integer"]

    /// Returns the schema of an object with required and optional members.
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
        optional: [
            "errors": ["type": "object", "additionalProperties": string],
            "advice": ["type": "object", "additionalProperties": string],
        ],
        description:
            "The reason why a request failed (RFC 9457). 'errors' has the rule that each wrong field breaks. "
            + "'advice' has a sentence for a person about each wrong field.")

    private static let person = object([
        "id": string, "name": string,
        "roles": [
            "oneOf": [["type": "array", "items": string], ["type": "string", "const": "all"]],
            "description": "The person's roles, or 'all' for every role.",
        ],
    ])

    private static let value: JSONValue = [
        "type": ["string", "number", "boolean", "array"], "items": string,
        "description": "The value of a field. The texts of an array are all different.",
    ]

    private static let frameMembers: JSONValue = [
        "session": string, "feature": string, "revision": ["type": "integer", "minimum": 0],
        "screen": reference("Screen"),
    ]

    private static let frame = object(frameMembers, description: "A screen of a session at one revision.")

    private static let sessionFrame = object(
        frameMembers, optional: ["work": list(of: "Work")],
        description: "A screen of a session at one revision, and the calls that take long.")

    private static let workMembers: JSONValue = ["id": string, "action": string, "title": string]
    private static let workDetails: JSONValue = [
        "fraction": ["type": "number", "minimum": 0, "maximum": 1], "message": string,
        "cancellable": ["type": "boolean", "const": true], "queued": ["type": "boolean", "const": true],
    ]

    private static let work = object(
        workMembers, optional: workDetails,
        description: "A call that takes long. 'queued' says that it waits for earlier calls.")

    private static let workStatus = object(
        workMembers.adding([("state", ["type": "string", "enum": .texts(WorkStatus.State.allCases.map(\.rawValue))])]),
        optional: workDetails.adding([("answer", reference("Answer")), ("problem", reference("Problem"))]),
        description: "A call that takes long. It has an answer if it has succeeded, and a problem if it has not.")

    private static let answer = object(
        frameMembers.adding([("notices", list(of: "Notice"))]),
        optional: ["opens": reference("Link"), "change": ["type": "integer"]],
        description:
            "The frame that shows the effect of an action, and the action's notices. 'opens' is the place to which "
            + "the action sends its caller. 'change' is the number of the change of records that the action has made; "
            + "the feature's action 'undo' takes it back.")

    private static let notice = object(
        ["text": string, "tone": reference("Tone")],
        optional: ["button": reference("Button"), "opens": reference("Link")],
        description: "A short message. It can offer a button of the same session, and a link to another place.")

    private static let history = object(
        ["entries": list(of: "Change")], optional: ["next": ["type": "integer"]],
        description: "Entries of a history. 'next' is there if older entries may follow.")

    private static let namedRecords = object(
        ["choices": ["type": "array", "items": namedRecord]], optional: ["next": string],
        description: "Records that a field can name. 'next' is there if further ones follow.")

    private static let namedRecord = object(
        ["id": string, "title": string], optional: ["detail": string],
        description: "A record. 'detail' tells it from others with the same title.")

    private static let change = object(
        [
            "number": ["type": "integer"], "change": ["type": "integer"],
            "instant": ["type": "string", "format": "date-time"],
            "operation": ["type": "string", "enum": ["inserted", "updated", "removed", "many"]],
        ],
        optional: [
            "record": string, "count": ["type": "integer"], "before": reference("Values"), "after": reference("Values"),
            "person": object(["id": string, "name": string]), "feature": string, "action": string,
            "undone": ["type": "integer"],
        ],
        description:
            "A change of one record, or of 'count' records without their values. 'before' and 'after' have the changed "
            + "values. All entries of one call have the same 'change'. 'undone' is the change that this one takes back."
    )

    private static let screen = object(
        [
            "title": string, "tone": reference("Tone"), "phase": reference("Phase"), "elements": list(of: "Element"),
            "buttons": list(of: "Button"),
        ], optional: ["summary": string, "up": reference("Link"), "address": reference("Values")],
        description:
            "Everything that a feature shows. 'up' leads to the place that contains this one. 'address' has the options "
            + "whose launch shows the same place; if it is missing, these are the options of the session's launch.")

    private static let link = object(
        ["feature": string, "options": reference("Values")], optional: ["title": string, "begins": string],
        description:
            "A place: a feature and the options of its launch. Options that are left out have their defaults. 'begins' "
            + "names the action whose form the place opens.")

    private static let phase = object(
        ["kind": ["type": "string", "enum": ["ready", "loading", "failed"]]],
        optional: ["message": string, "fraction": ["type": "number"], "retry": reference("Button")])

    static let boolean: JSONValue = ["type": "boolean"]
    private static let texts: JSONValue = ["type": "array", "items": string]
    static let columns = list(of: "Column")

    private static let element = object(
        [
            "kind": [
                "type": "string",
                "description":
                    "text, list, fields, form, section, placeholder, link, progress, chart, drawing, image, or a kind that a later version adds",
            ]
        ],
        optional: [
            "id": string, "text": string, "title": string,
            "style": [
                "type": "string",
                "description": "text: body, headline, caption or code; fields: table or stats; chart: bars or lines",
            ],
            "rows": list(of: "Row"), "columns": columns, "more": reference("Button"), "total": reference("Total"),
            "select": string, "selected": string, "hint": string,
            "items": list(of: "Item"),
            "action": string, "values": reference("Values"),
            "submits": ["type": "string", "description": "button or change"],
            "enabled": boolean, "disabled": texts, "problems": problems, "choices": choices,
            "fraction": ["type": "number", "description": "progress: from 0 to 1; absent if it is unknown"],
            "message": string, "labels": texts, "unit": string, "file": reference("File"),
            "series": [
                "type": "array", "items": series, "description": "chart: the numbers, one for each label",
            ],
            "alt": ["type": "string", "description": "drawing, image: what it shows, for everybody who cannot see it"],
            "width": ["type": "number", "description": "drawing: 10 to 10,000; places and lengths have its unit"],
            "height": ["type": "number", "description": "drawing: 10 to 10,000"],
            "shapes": [
                "type": "array", "items": reference("Shape"), "description": "drawing: from the lowest to the topmost",
            ],
            "tap": [
                "allOf": [reference("Button")],
                "description": .text(
                    "drawing: the button that a tap presses; its action has the number fields x and y, and may have the "
                        + "text field shape, in which the session fills in the id of the topmost shape at the place"),
            ],
            "layout": ["type": "string", "description": "stack, columns, tabs or folded"],
            "elements": list(of: "Element"), "buttons": list(of: "Button"),
            "opens": [
                "anyOf": [reference("Link"), ["type": "string", "pattern": "^https://"]],
                "description": "link: a place of this host, or the address of a page on the web",
            ],
        ],
        description:
            "A part of the screen. For an unknown kind, a client shows the text or the title, and the elements."
    )

    private static let file = object(
        ["name": string, "type": string, "href": string], optional: ["size": ["type": "integer"]],
        description: "A file of this host. 'href' is its path with its query, and 'size' its number of bytes.")

    private static let series = object(
        [
            "name": string,
            "values": ["type": "array", "items": ["type": ["number", "null"]]],
        ], optional: ["tone": reference("Tone")])

    static let problems: JSONValue = ["type": "object", "additionalProperties": reference("FieldProblem")]
    static let choices: JSONValue = ["type": "object", "additionalProperties": texts]
    private static let fieldProblem = object(["text": string], optional: ["theirs": reference("Value")])
    private static let total = object(["count": integer, "exact": boolean], optional: ["apart": integer])
    private static let item = object(
        ["label": string, "value": string],
        optional: [
            "tone": reference("Tone"), "detail": string, "opens": reference("Link"),
            "trend": ["type": "array", "items": ["type": "number"]],
        ])
    private static let column = object(
        ["title": string],
        optional: [
            "name": string, "part": ["type": "string", "description": "title or detail"], "kind": string,
            "sort": reference("Button"), "sorted": ["type": "string", "description": "up or down"],
            "edit": [
                "type": "string",
                "description": "the action that sets the value in a row, by the column's name and the row's id",
            ],
        ], description: "A column of a table. It shows the value of a name, or a part of the row.")

    private static let row = object(
        ["id": string, "title": string],
        optional: [
            "detail": string, "values": reference("Values"),
            "cells": ["type": "object", "additionalProperties": string], "tone": reference("Tone"),
            "buttons": list(of: "Button"),
            "opens": reference("Link"),
        ])

    private static let button = object(
        [
            "action": string, "title": string, "enabled": ["type": "boolean"],
            "role": ["type": "string", "enum": .texts(Button.Role.allCases.map(\.rawValue))],
        ],
        optional: [
            "arguments": reference("Values"), "values": reference("Values"), "confirm": string, "key": string,
        ])

    private static let manifest = object(
        [
            "id": string, "title": string, "summary": string, "options": list(of: "Field"),
            "actions": list(of: "Action"),
        ], optional: ["for": audience])

    private static let audience: JSONValue = [
        "description": "The audience. A missing value means everybody, and an unknown value means nobody.",
        "oneOf": [
            ["type": "string", "examples": ["signed-in"]],
            object(["role": ["type": "string", "pattern": "^[a-z][a-z0-9-]*$"]]),
        ],
    ]

    private static let action = object(
        ["name": string, "title": string, "fields": list(of: "Field")],
        optional: [
            "done": string, "consequence": string, "for": audience, "cancellable": ["type": "boolean"],
            "effect": ["type": "string", "enum": .texts(Action.Effect.allCases.map(\.rawValue))],
        ])

    private static let field = object(
        [
            "name": string, "title": string,
            "kind": [
                "type": "string", "enum": .texts(FieldKind.allCases.map(\.rawValue)),
            ],
            "required": ["type": "boolean"],
        ],
        optional: [
            "role": ["type": "string", "enum": .texts(FieldDescription.Role.allCases.map(\.rawValue))],
            "length": ["type": "object", "properties": ["min": integer, "max": integer]],
            "lines": ["type": "object", "properties": ["min": integer, "max": integer]],
            "count": ["type": "object", "properties": ["min": integer, "max": integer]],
            "range": ["type": "object", "properties": ["min": reference("Value"), "max": reference("Value")]],
            "step": ["type": "number"], "slider": ["type": "boolean"],
            "choices": ["type": "array", "items": string], "default": reference("Value"), "help": string,
        ])
}
