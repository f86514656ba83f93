extension ScreenSchemas {
    private static let number: JSONValue = ["type": "number"]

    /// A shape of a drawing.
    static let shape = object(
        [
            "id": string,
            "kind": [
                "type": "string",
                "description": "circle, rectangle, line, text, or a kind that a later version adds",
            ],
        ],
        optional: [
            "x": number, "y": number, "radius": ["type": "number", "minimum": 0],
            "width": ["type": "number", "minimum": 0], "height": ["type": "number", "minimum": 0],
            "x2": number, "y2": number, "text": string, "tone": reference("Tone"), "filled": boolean, "title": string,
        ],
        description:
            "A shape of a drawing. 'x' and 'y' are the middle of a circle or of a text, the left upper corner of a "
            + "rectangle, or one end of a line whose other end is at 'x2' and 'y2'. 'x' grows to the right and 'y' "
            + "downwards.")
}
