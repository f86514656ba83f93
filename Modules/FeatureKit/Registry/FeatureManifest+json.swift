extension JSONWriter {
    /// Writes a manifest.
    package mutating func manifest(_ manifest: FeatureManifest) {
        raw("{\"id\":")
        string(manifest.id)
        raw(",\"title\":")
        string(manifest.title)
        raw(",\"summary\":")
        string(manifest.summary)
        raw(",\"options\":")
        array(manifest.options) { $0.field($1) }
        raw(",\"actions\":")
        array(manifest.actions) { $0.action($1) }
        audience(manifest.audience)
        raw("}")
    }

    /// Writes an action.
    package mutating func action(_ action: Action) {
        raw("{\"name\":")
        string(action.name)
        raw(",\"title\":")
        string(action.title)
        optional(",\"done\":", action.done.map { .text($0) })
        optional(",\"consequence\":", action.consequence.map { .text($0) })
        optional(",\"effect\":", action.effect == .changes ? nil : .text(action.effect.rawValue))
        if action.isCancellable { raw(",\"cancellable\":true") }
        raw(",\"fields\":")
        array(action.fields) { $0.field($1) }
        audience(action.audience)
        raw("}")
    }

    /// Writes a field.
    package mutating func field(_ field: FieldDescription) {
        raw("{\"name\":")
        string(field.name)
        raw(",\"title\":")
        string(field.title)
        raw(",\"kind\":")
        string(field.kind.rawValue)
        optional(",\"role\":", field.role.map { .text($0.rawValue) })
        if let length = field.length {
            raw(",\"length\":")
            bounds(length.min.map { .integer($0) }, length.max.map { .integer($0) })
        }
        if let lines = field.lines {
            raw(",\"lines\":")
            bounds(lines.min.map { .integer($0) }, lines.max.map { .integer($0) })
        }
        if let count = field.count {
            raw(",\"count\":")
            bounds(count.min.map { .integer($0) }, count.max.map { .integer($0) })
        }
        if let range = field.range {
            raw(",\"range\":")
            bounds(range.min, range.max)
        }
        optional(",\"step\":", field.step)
        if field.isSlider { raw(",\"slider\":true") }
        if let choices = field.choices {
            raw(",\"choices\":")
            array(choices) { $0.string($1) }
        }
        optional(",\"other\":", field.other.map { .text($0) })
        if let reference = field.reference {
            optional(",\"to\":", .text(reference.feature))
            optional(",\"onDelete\":", .text(reference.onDelete.rawValue))
        }
        field.required ? raw(",\"required\":true") : raw(",\"required\":false")
        optional(",\"default\":", field.defaultValue)
        optional(",\"help\":", field.help.map { .text($0) })
        if field.isLocal { raw(",\"local\":true") }
        raw("}")
    }

    private mutating func bounds(_ min: FieldValue?, _ max: FieldValue?) {
        raw("{")
        optional("\"min\":", min)
        optional(min == nil ? "\"max\":" : ",\"max\":", max)
        raw("}")
    }

    private mutating func optional(_ key: StaticString, _ value: FieldValue?) {
        guard let value else { return }
        raw(key)
        self.value(value)
    }
}
