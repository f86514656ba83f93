extension ScreenPatch {
    /// The patch as JSON in UTF-8, in the wire format of ``ScreenDiff``.
    ///
    /// Equal patches have equal bytes, with the exception that ``Frame/json`` describes.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.raw("{\"from\":")
        writer.integer(from)
        writer.raw(",\"to\":")
        writer.integer(to)
        writer.members(of: diff)
        writer.raw("}")
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func members(of diff: ScreenDiff) {
        member(",\"title\":", diff.title)
        member(",\"summary\":", diff.summary) { $0.string($1) }
        member(",\"tone\":", diff.tone?.rawValue)
        if let phase = diff.phase {
            raw(",\"phase\":")
            self.phase(phase)
        }
        member(",\"buttons\":", diff.buttons) { $0.button($1) }
        member(",\"up\":", diff.up) { $0.link($1) }
        member(",\"address\":", diff.address) { $0.object($1) }
        if !diff.elements.isEmpty { member(",\"elements\":", diff.elements) { $0.edit($1) { $0.element($1) } } }
        if !diff.sections.isEmpty {
            raw(",\"sections\":")
            object(of: diff.sections) { writer, change in writer.change(change) { $0.edit($1) { $0.element($1) } } }
        }
        if !diff.lists.isEmpty {
            raw(",\"lists\":")
            object(of: diff.lists) { writer, edits in writer.array(edits) { $0.edit($1) } }
        }
        if !diff.forms.isEmpty {
            raw(",\"forms\":")
            object(of: diff.forms) { $0.change($1) }
        }
        if !diff.fields.isEmpty {
            raw(",\"fields\":")
            object(of: diff.fields) { writer, edits in writer.array(edits) { $0.edit($1) } }
        }
        if !diff.drawings.isEmpty {
            raw(",\"drawings\":")
            object(of: diff.drawings) { writer, change in writer.change(change) { $0.edit($1) { $0.shape($1) } } }
        }
    }

    private mutating func edit<Item>(_ edit: ScreenDiff.Edit<Item>, _ write: (inout JSONWriter, Item) -> Void) {
        switch edit {
        case .all(let items): member("{\"all\":", items, write)
        case .remove(let ids): member("{\"remove\":", ids) { $0.string($1) }
        case .insert(let items, let place):
            member("{\"insert\":", items, write)
            self.place(place)
        case .move(let ids, let place):
            member("{\"move\":", ids) { $0.string($1) }
            self.place(place)
        case .set(let item):
            raw("{\"set\":")
            write(&self, item)
        }
        raw("}")
    }

    private mutating func edit(_ edit: ScreenDiff.ListEdit) {
        switch edit {
        case .all(let rows): member("{\"all\":", rows) { $0.row($1) }
        case .remove(let ids): member("{\"remove\":", ids) { $0.string($1) }
        case .insert(let rows, let place):
            member("{\"insert\":", rows) { $0.row($1) }
            self.place(place)
        case .alike(let rows, let place):
            member("{\"alike\":", rows) { $0.alike($1) }
            self.place(place)
        case .move(let ids, let place):
            member("{\"move\":", ids) { $0.string($1) }
            self.place(place)
        case .set(let change): members(of: change)
        case .columns(let columns?): member("{\"columns\":", columns) { $0.column($1) }
        case .more(let button?):
            raw("{\"more\":")
            self.button(button)
        case .total(let total?):
            raw("{\"total\":")
            self.total(total)
        case .select(let action?): member("{\"select\":", action)
        case .selected(let id?): member("{\"selected\":", id)
        case .hint(let text?): member("{\"hint\":", text)
        case .columns(nil): raw("{\"columns\":null")
        case .more(nil): raw("{\"more\":null")
        case .total(nil): raw("{\"total\":null")
        case .select(nil): raw("{\"select\":null")
        case .selected(nil): raw("{\"selected\":null")
        case .hint(nil): raw("{\"hint\":null")
        }
        raw("}")
    }

    private mutating func place(_ place: ScreenDiff.Place) {
        switch place {
        case .start: break
        case .end: raw(",\"at\":\"end\"")
        case .after(let id): member(",\"after\":", id)
        }
    }

    private mutating func alike(_ row: ScreenDiff.AlikeRow) {
        member("{\"id\":", row.id)
        member(",\"title\":", row.title)
        member(",\"detail\":", row.detail)
        if !row.values.isEmpty { member(",\"values\":", row.values) { $0.value($1) } }
        if !row.cells.isEmpty { member(",\"cells\":", row.cells) { $0.string($1) } }
        if !row.arguments.isEmpty { member(",\"arguments\":", row.arguments) { $0.value($1) } }
        raw("}")
    }

    private mutating func members(of change: ScreenDiff.RowChange) {
        member("{\"set\":", change.id)
        member(",\"title\":", change.title)
        member(",\"detail\":", change.detail) { $0.string($1) }
        changes(",\"values\":", change.values)
        if !change.cells.isEmpty {
            raw(",\"cells\":")
            changes(change.cells) { $0.string($1) }
        }
        member(",\"tone\":", change.tone) { $0.string($1.rawValue) }
        member(",\"buttons\":", change.buttons) { $0.button($1) }
        changes(",\"arguments\":", change.arguments)
        member(",\"opens\":", change.opens) { $0.link($1) }
    }

    /// Writes an object with the changed values.
    ///
    /// A removed value, or a value that JSON cannot encode, becomes `null`.
    private mutating func changes(_ key: StaticString, _ changes: [String: FieldValue?]) {
        guard !changes.isEmpty else { return }
        raw(key)
        self.changes(changes) { $0.value($1) }
    }

    private mutating func member<Item>(
        _ key: StaticString, _ items: [Item]?, _ write: (inout JSONWriter, Item) -> Void
    ) {
        guard let items else { return }
        raw(key)
        array(items, write)
    }

    private mutating func member<Value>(
        _ key: StaticString, _ change: OptionalChange<Value>, _ write: (inout JSONWriter, Value) -> Void
    ) {
        switch change {
        case .kept: break
        case .removed:
            raw(key)
            raw("null")
        case .set(let value):
            raw(key)
            write(&self, value)
        }
    }
}
