extension JSONWriter {
    /// Writes a screen.
    package mutating func screen(_ screen: Screen) {
        raw("{\"title\":")
        string(screen.title)
        member(",\"summary\":", screen.summary)
        raw(",\"tone\":")
        string(screen.tone.rawValue)
        raw(",\"phase\":")
        phase(screen.phase)
        raw(",\"elements\":")
        array(screen.elements) { $0.element($1) }
        raw(",\"buttons\":")
        array(screen.buttons) { $0.button($1) }
        member(",\"up\":", screen.up)
        if let address = screen.address {
            raw(",\"address\":")
            object(address)
        }
        raw("}")
    }

    /// Writes a phase.
    package mutating func phase(_ phase: Phase) {
        switch phase {
        case .ready: raw("{\"kind\":\"ready\"")
        case .loading(let message, let fraction):
            raw("{\"kind\":\"loading\"")
            member(",\"message\":", message)
            member(",\"fraction\":", fraction)
        case .failed(let message, let retry):
            raw("{\"kind\":\"failed\"")
            member(",\"message\":", message)
            member(",\"retry\":", retry)
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
        if !row.cells.isEmpty {
            raw(",\"cells\":")
            texts(row.cells)
        }
        member(",\"tone\":", row.tone?.rawValue)
        if !row.buttons.isEmpty {
            raw(",\"buttons\":")
            array(row.buttons) { $0.button($1) }
        }
        member(",\"opens\":", row.opens)
        raw("}")
    }

    /// Writes a link.
    package mutating func link(_ link: FeatureLink) {
        member("{\"feature\":", link.feature)
        raw(",\"options\":")
        object(link.options)
        member(",\"title\":", link.title)
        member(",\"begins\":", link.begins)
        raw("}")
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
        if !button.values.isEmpty {
            raw(",\"values\":")
            object(button.values)
        }
        boolean(",\"enabled\":", button.enabled)
        member(",\"role\":", button.role.rawValue)
        member(",\"confirm\":", button.confirm)
        member(",\"key\":", button.key)
        raw("}")
    }

    /// Writes a member whose value is a button.
    ///
    /// Writes nothing for `nil`.
    mutating func member(_ key: StaticString, _ button: Button?) {
        guard let button else { return }
        raw(key)
        self.button(button)
    }

    /// Writes a member whose value is a link.
    ///
    /// Writes nothing for `nil`.
    mutating func member(_ key: StaticString, _ link: FeatureLink?) {
        guard let link else { return }
        raw(key)
        self.link(link)
    }

    /// Writes a notice.
    package mutating func notice(_ notice: Notice) {
        member("{\"text\":", notice.text)
        member(",\"tone\":", notice.tone.rawValue)
        member(",\"button\":", notice.button)
        member(",\"opens\":", notice.opens)
        raw("}")
    }

    /// Writes a member whose value is a text.
    ///
    /// Writes nothing for `nil`.
    mutating func member(_ key: StaticString, _ text: String?) {
        guard let text else { return }
        raw(key)
        string(text)
    }

    /// Writes a member whose value is a number.
    ///
    /// Writes nothing for `nil`, and for a number that JSON does not have.
    mutating func member(_ key: StaticString, _ number: Double?) {
        guard let number, number.isFinite else { return }
        raw(key)
        value(.decimal(number))
    }

    /// Writes a member whose value is a Boolean.
    mutating func boolean(_ key: StaticString, _ flag: Bool) {
        raw(key)
        flag ? raw("true") : raw("false")
    }

    /// Writes an object whose values are texts.
    mutating func texts(_ texts: [String: String]) {
        object(of: texts) { $0.string($1) }
    }

    /// Writes an object.
    ///
    /// Its members are sorted by name.
    mutating func object<Value>(of values: [String: Value], _ write: (inout JSONWriter, Value) -> Void) {
        raw("{")
        var separator: StaticString = ""
        for (name, value) in values.sorted(by: { $0.key.precedesByBytes($1.key) }) {
            raw(separator)
            separator = ","
            string(name)
            raw(":")
            write(&self, value)
        }
        raw("}")
    }
}
