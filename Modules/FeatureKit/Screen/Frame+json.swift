extension Frame {
    /// The frame as JSON in UTF-8, in the wire format of ``Screen``; equal frames give equal bytes.
    ///
    /// Bytes can differ where Swift holds values equal that are written differently: composed and decomposed characters, a
    /// zero and its negative.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.raw("{")
        writer.members(of: self)
        writer.raw("}")
        return writer.bytes
    }
}

extension Notice {
    /// The notice as JSON in UTF-8.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 64)
        writer.notice(self)
        return writer.bytes
    }
}

extension Answer {
    /// The answer as JSON in UTF-8: the members of its frame, and `notices`.
    public var json: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.raw("{")
        writer.members(of: frame)
        writer.raw(",\"notices\":")
        writer.array(notices) { $0.notice($1) }
        writer.raw("}")
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func members(of frame: Frame) {
        raw("\"session\":")
        string(frame.session)
        raw(",\"feature\":")
        string(frame.feature)
        raw(",\"revision\":")
        integer(frame.revision)
        raw(",\"screen\":")
        screen(frame.screen)
    }

    /// Writes a screen.
    package mutating func screen(_ screen: Screen) {
        raw("{\"title\":")
        string(screen.title)
        raw(",\"tone\":")
        string(screen.tone.rawValue)
        raw(",\"phase\":")
        phase(screen.phase)
        raw(",\"elements\":")
        array(screen.elements) { $0.element($1) }
        raw(",\"buttons\":")
        array(screen.buttons) { $0.button($1) }
        raw("}")
    }

    /// Writes a phase.
    package mutating func phase(_ phase: Phase) {
        switch phase {
        case .ready: raw("{\"kind\":\"ready\"")
        case .loading(let message, let fraction):
            raw("{\"kind\":\"loading\"")
            member(",\"message\":", message)
            if let fraction, fraction.isFinite {
                raw(",\"fraction\":")
                value(.decimal(fraction))
            }
        case .failed(let message, let retry):
            raw("{\"kind\":\"failed\"")
            member(",\"message\":", message)
            if let retry {
                raw(",\"retry\":")
                button(retry)
            }
        }
        raw("}")
    }

    /// Writes an element.
    package mutating func element(_ element: Element) {
        switch element {
        case .text(let text):
            raw("{\"kind\":\"text\"")
            member(",\"id\":", text.id)
            member(",\"text\":", text.text)
            member(",\"style\":", text.style.rawValue)
        case .list(let list):
            raw("{\"kind\":\"list\"")
            member(",\"id\":", list.id)
            raw(",\"rows\":")
            array(list.rows) { $0.row($1) }
            if let columns = list.columns {
                raw(",\"columns\":")
                array(columns) { $0.column($1) }
            }
            if let more = list.more {
                raw(",\"more\":")
                button(more)
            }
        case .fields(let fields):
            raw("{\"kind\":\"fields\"")
            member(",\"id\":", fields.id)
            raw(",\"items\":")
            array(fields.items) { $0.pair("{\"label\":", $1.label, ",\"value\":", $1.value) }
        case .placeholder(let placeholder):
            raw("{\"kind\":\"placeholder\"")
            member(",\"id\":", placeholder.id)
            member(",\"text\":", placeholder.text)
        case .unknown(let unknown):
            raw("{\"kind\":")
            string(unknown.kind)
            member(",\"id\":", unknown.id)
            member(",\"text\":", unknown.text)
        }
        raw("}")
    }

    /// Writes a row.
    package mutating func row(_ row: Row) {
        raw("{\"id\":")
        string(row.id)
        member(",\"title\":", row.title)
        member(",\"detail\":", row.detail)
        if !row.values.isEmpty {
            raw(",\"values\":")
            object(row.values)
        }
        member(",\"tone\":", row.tone?.rawValue)
        if !row.buttons.isEmpty {
            raw(",\"buttons\":")
            array(row.buttons) { $0.button($1) }
        }
        if let link = row.opens {
            raw(",\"opens\":")
            self.link(link)
        }
        raw("}")
    }

    /// Writes a link.
    mutating func link(_ link: FeatureLink) {
        member("{\"feature\":", link.feature)
        raw(",\"options\":")
        object(link.options)
        raw("}")
    }

    /// Writes a column.
    mutating func column(_ column: ListElement.Column) {
        pair("{\"name\":", column.name, ",\"title\":", column.title)
    }

    /// Writes a button.
    package mutating func button(_ button: Button) {
        raw("{\"action\":")
        string(button.action)
        member(",\"title\":", button.title)
        if !button.arguments.isEmpty {
            raw(",\"arguments\":")
            object(button.arguments)
        }
        button.enabled ? raw(",\"enabled\":true") : raw(",\"enabled\":false")
        member(",\"role\":", button.role.rawValue)
        raw("}")
    }

    /// Writes a notice.
    package mutating func notice(_ notice: Notice) {
        pair("{\"text\":", notice.text, ",\"tone\":", notice.tone.rawValue)
    }

    /// Writes a member that is text, if there is one.
    mutating func member(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        raw(key)
        string(text)
    }

    private mutating func pair(_ first: StaticString, _ firstText: String, _ second: StaticString, _ text: String) {
        member(first, firstText)
        member(second, text)
        raw("}")
    }
}
