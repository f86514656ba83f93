import FeatureKit
import Interaction

/// The buttons of rows.
extension ActionMaker {
    /// Writes the buttons of a row: one in sight, and the others in a menu.
    ///
    /// The first button that destroys nothing is in sight. A menu with one entry would only hide the entry.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - id: The id of the row on the page.
    ///   - shape: The list.
    ///   - cache: The properties of the buttons.
    ///   - html: The writer.
    func buttons(
        of row: Row, _ id: RowID, in shape: ListShape, by cache: inout RowCache, to html: inout HTML
    ) {
        let buttons = row.buttons
        guard !buttons.isEmpty else { return }
        let inSight = buttons.count == 1 ? 0 : buttons.firstIndex { $0.role != .destructive }
        html.element("div") { html in
            html.attribute("class", "buttons")
            // In a table, the row's heading names the buttons.
            if !shape.isTable {
                html.attribute("role", "group")
                html.attribute("aria-labelledby", id, ":t")
            }
            if let inSight { button(inSight, of: row, in: shape, by: &cache, to: &html) }
            guard buttons.count > 1 || inSight == nil else { return }
            html.element("button") { html in
                html.attribute("popovertarget", id, "+m")
                html.attribute("aria-label") { html in
                    html.part(fixed: "More for ")
                    html.part(row.title)
                }
                html.markup("⋯")
            }
            html.element("div") { html in
                html.attribute("id", id, "+m")
                html.attribute("class", "menu")
                html.flag("popover")
                for index in buttons.indices where index != inSight {
                    button(index, of: row, in: shape, by: &cache, to: &html)
                }
            }
        }
    }

    /// Writes a button of a row.
    ///
    /// Without a script, a button that opens a dialog leads to the same place with the open dialog. The page's script makes
    /// the dialog itself, from the list's template and the button's data. The script also gives the button its id.
    private func button(
        _ index: Int, of row: Row, in shape: ListShape, by cache: inout RowCache, to html: inout HTML
    ) {
        let kind = cache.button(index, of: row, in: shape.list.id, by: self)
        let button = row.buttons[index]
        let isRepeated = kind.first.looks(like: button)
        if kind.asks {
            if isRepeated { html.add(kind.beginning) } else { html.begin(button, asking: kind.form) }
            html.attribute("value", row.id)
            if button.enabled, let data = RowDialog(button, of: row, kind) {
                // An argument with the id of the row has only its name.
                html.attribute("data-preset") { $0.arguments(of: button, kind, without: row.id) }
                if !data.texts.isEmpty { html.attribute("data-values") { $0.texts(data.texts, kind) } }
                html.attribute("data-question", button.confirm)
                html.attribute("data-submit", data.submit)
            }
        } else {
            html.open("form")
            html.attribute("method", "post")
            html.action(endingWith: kind.addressEnd, at: place.addresses) { $0.arguments(of: button, kind) }
            if isRepeated { html.add(kind.beginning) } else { html.begin(button, asking: nil) }
            if let key = place.key { html.pair(key) }
        }
        if isRepeated { html.add(kind.end) } else { html.end(button, asks: kind.asks) }
    }

    /// Writes the form that opens the dialogs of an action in the rows of a list, with the template of the dialogs.
    ///
    /// - Parameters:
    ///   - button: The first button.
    ///   - place: The number of buttons of the same action before the button in its row.
    ///   - key: The key that presses the buttons; `nil` for none.
    ///   - list: The id of the list.
    ///   - html: The writer.
    func asker(_ button: Button, _ place: Int, key: String?, in list: String, to html: inout HTML) {
        let id = PageID.asks(button.action, place, in: list)
        html.element("form") { html in
            html.attribute("id", id)
            opensDialogs(of: button.action, in: list, place > 0 ? String(place) : nil, key: key, to: &html)
            html.add(template(of: button, id: id) { maker, blank in maker.action(for: blank, id: id, of: "") })
        }
    }

    /// Writes how a form leads to the open dialog of a row's button: its address and hidden controls.
    ///
    /// - Parameters:
    ///   - action: The name of the action.
    ///   - list: The id of the list.
    ///   - place: The place among the buttons of the action in a row; `nil` for the first one.
    ///   - key: The key that presses the buttons; `nil` for none.
    ///   - html: The writer.
    func opensDialogs(
        of action: String, in list: String, _ place: String?, key: String? = nil, to html: inout HTML
    ) {
        let (path, query) = self.place.addresses.parts
        html.attribute("method", "get")
        html.attribute("action", path)
        html.attribute("data-key", key)
        for pair in query { html.hidden(HiddenControl(name: pair.name, value: pair.text)) }
        for (name, text) in zip(FeatureManifest.dialogOptions, [action, list, nil, place]) {
            if let text { html.hidden(HiddenControl(name: name, value: text)) }
        }
    }

    /// Returns the template of the dialogs of a button in rows.
    ///
    /// The script fills in what differs between rows, and the address of the form.
    ///
    /// - Parameters:
    ///   - button: A button whose dialogs the template is for.
    ///   - id: The id of the form that opens the dialogs.
    ///   - view: Makes the view of the button, without what differs between rows.
    func template(
        of button: Button, id: String, _ view: @escaping (inout ActionMaker, Button) -> ActionView
    ) -> HTML.Fragment {
        var blank = button
        (blank.arguments, blank.values, blank.confirm) = (button.arguments.mapValues { _ in .text("") }, [:], nil)
        func write(_ html: inout HTML) {
            var maker = self
            maker.place = place.shared
            var view = view(&maker, blank)
            view.form.address = ""
            html.element("template") { $0.dialog(view) }
        }
        return written?.template(for: blank, id: id, in: manifest.id, write) ?? HTML.fragment(write)
    }

    /// Makes the dialog of a row's button, with the texts of a refused form if it is this button's form.
    ///
    /// - Parameters:
    ///   - index: The index of the button in the row.
    ///   - row: The row.
    ///   - list: The id of the row's list.
    mutating func dialog(_ index: Int, of row: Row, in list: String) -> ActionView {
        let id = PageID.button(index, of: row.buttons, in: PageID.row(row.id, in: list))
        let values = row.shownValues(of: fields(of: row.buttons[index].action))
        return action(for: row.buttons[index], id: id, beginningWith: values, of: row.title)
    }
}

extension Button.Role {
    /// The CSS class of a button; `nil` for a normal one.
    var style: String? { self == .normal ? nil : rawValue }
}

/// What the dialog of a row's button adds to the template that all rows of a list share.
struct RowDialog {
    /// The initial text of each control, in the order of the fields.
    private(set) var texts: [String] = []
    /// The text of the button that sends the form, if the script would use another one.
    ///
    /// The script uses "Save" for a form with a text that destroys nothing, and the title of the button otherwise.
    let submit: String?

    /// The maximum size of a text, in bytes.
    ///
    /// A page with longer texts in each row would be slow to load.
    static let textLimit = 200

    /// Creates the data; `nil` if the script must ask the host for the dialog, because it differs from the template.
    init?(_ button: Button, of row: Row, _ kind: RowButton) {
        guard button.confirm?.utf8.count ?? 0 <= RowDialog.textLimit else { return nil }
        var (hasValue, hasText) = (false, false)
        for control in kind.controls {
            let value = button.values[control.field.name] ?? row.shownValue(of: control.field)
            guard let text = control.field.templateText(of: value), text.utf8.count <= RowDialog.textLimit else {
                return nil
            }
            hasValue = hasValue || value != nil
            hasText = hasText || !text.isEmpty
            texts.append(text)
        }
        let title = button.submitTitle(beginningWithValues: hasValue)
        submit = title == button.submitTitle(beginningWithValues: hasText) ? nil : title
    }
}

extension Button {
    /// Returns whether a button of the same kind looks the same, to the byte.
    fileprivate func looks(like other: Button) -> Bool {
        title.hasBytes(of: other.title) && enabled == other.enabled && key == other.key
    }
}

extension HTML {
    /// Writes the beginning of a row's button, up to the attributes in which the buttons of rows differ.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - form: The id of the form that opens the button's dialog; `nil` for a button without one.
    mutating func begin(_ button: Button, asking form: String?) {
        open("button")
        attribute("class", button.role.style)
        if let form {
            attribute("form", form)
            attribute("name", FeatureManifest.dialogRow)
        }
        flag("disabled", !button.enabled)
        shortcut(button.usableKey)
    }

    /// Writes the end of a row's button.
    mutating func end(_ button: Button, asks: Bool) {
        words(button.title)
        if asks { markup("…") }
        close("button")
        if !asks { close("form") }
    }

    /// Writes the preset arguments of a row's button, as a query without a question mark.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - kind: Its properties.
    ///   - id: A text that is left out. The name of its argument stands for it.
    fileprivate mutating func arguments(of button: Button, _ kind: RowButton, without id: String? = nil) {
        var isFirst = true
        func pair(_ name: String, _ text: String, _ html: inout HTML) {
            if !isFirst { html.part(fixed: "&amp;") }
            isFirst = false
            html.part(name)
            guard text != id else { return }
            html.part(fixed: "=")
            html.part(encoding: text)
        }
        for preset in kind.presets {
            switch button.arguments[preset.name] {
            case .text(let text): pair(preset.encodedName, text, &self)
            case let value: for text in value?.typedTexts ?? [] { pair(preset.encodedName, text, &self) }
            }
        }
    }

    /// Writes the texts of controls, as an encoded form.
    fileprivate mutating func texts(_ texts: [String], _ kind: RowButton) {
        for index in texts.indices {
            if index > 0 { part(fixed: "&amp;") }
            part(kind.controls[index].encodedName)
            part(fixed: "=")
            part(encoding: texts[index])
        }
    }
}

extension FieldDescription {
    /// Returns the text of a control whose form depends only on the field and not on the value; `nil` for any other
    /// control.
    func templateText(of value: FieldValue?) -> String? {
        // The text of a whole number is always one.
        if kind == .integer, case .integer(let number)? = value { return String(number) }
        let text = value?.formText ?? defaultValue?.formText ?? ""
        switch kind {
        case .secret: return ""
        case .text, .reference: return lines == nil && text.hasLineBreak ? nil : text
        case .integer, .decimal: return text.isEmpty || Double(text)?.isFinite == true ? text : nil
        case .boolean, .duration: return text
        case .choice: return text.isEmpty || choices?.contains(text) == true ? text : nil
        case .date: return text.isEmpty || CalendarDate(text) != nil ? text : nil
        // The steps of the control depend on the value.
        case .instant: return text.isEmpty ? text : nil
        case .texts, .choices: return nil
        }
    }
}

extension String {
    fileprivate var hasLineBreak: Bool {
        // Only texts with control characters or other characters than those of ASCII are read as characters.
        utf8.contains { !(0x20..<0x80).contains($0) } && contains(where: \.isNewline)
    }
}
