// Encodes the changes inside elements. ScreenPatch+json.swift encodes the rest of a patch.

extension JSONWriter {
    /// Writes the changes of a section.
    mutating func change(_ change: ScreenDiff.SectionChange, _ edit: (inout JSONWriter, ScreenDiff.ElementEdit) -> Void)
    {
        raw("{")
        if !change.elements.isEmpty {
            key("elements")
            array(change.elements, edit)
        }
        optional("title", change.title) { $0.string($1) }
        if let layout = change.layout {
            key("layout")
            string(layout.rawValue)
        }
        if let buttons = change.buttons {
            key("buttons")
            array(buttons) { $0.button($1) }
        }
        raw("}")
    }

    /// Writes the changes of a form.
    mutating func change(_ change: ScreenDiff.FormChange) {
        raw("{")
        if !change.values.isEmpty {
            key("values")
            changes(change.values) { $0.value($1) }
        }
        optional("title", change.title) { $0.string($1) }
        if let enabled = change.enabled {
            key("enabled")
            enabled ? raw("true") : raw("false")
        }
        if let disabled = change.disabled {
            key("disabled")
            array(disabled) { $0.string($1) }
        }
        if !change.problems.isEmpty {
            key("problems")
            changes(change.problems) { $0.problem($1) }
        }
        if !change.choices.isEmpty {
            key("choices")
            changes(change.choices) { writer, texts in writer.array(texts) { $0.string($1) } }
        }
        raw("}")
    }

    /// Writes the changes of a drawing.
    mutating func change(_ change: ScreenDiff.DrawingChange, _ edit: (inout JSONWriter, ScreenDiff.ShapeEdit) -> Void) {
        raw("{")
        if let alt = change.alt {
            key("alt")
            string(alt)
        }
        if !change.shapes.isEmpty {
            key("shapes")
            array(change.shapes, edit)
        }
        raw("}")
    }

    /// Writes the edit that replaces one item of a fields element.
    mutating func edit(_ edit: ScreenDiff.ItemEdit) {
        raw("{\"at\":")
        integer(edit.at)
        raw(",\"item\":")
        item(edit.item)
        raw("}")
    }

    /// Writes an object with the changed entries of a dictionary.
    ///
    /// A removed entry has the value `null`.
    mutating func changes<Value>(_ changes: [String: Value?], _ write: (inout JSONWriter, Value) -> Void) {
        object(of: changes) { writer, value in
            if let value { write(&writer, value) } else { writer.raw("null") }
        }
    }

    private mutating func optional<Value>(
        _ name: StaticString, _ change: OptionalChange<Value>, _ write: (inout JSONWriter, Value) -> Void
    ) {
        switch change {
        case .kept: break
        case .removed:
            key(name)
            raw("null")
        case .set(let value):
            key(name)
            write(&self, value)
        }
    }
}
