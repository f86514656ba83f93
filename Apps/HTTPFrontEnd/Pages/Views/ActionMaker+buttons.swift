import FeatureKit

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
    mutating func buttons(
        of row: Row, _ id: String, in shape: ListShape, by cache: inout RowCache, to html: inout HTML
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
                html.attribute("aria-label", "More for \(row.title)")
                html.text("⋯")
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
    private mutating func button(
        _ index: Int, of row: Row, in shape: ListShape, by cache: inout RowCache, to html: inout HTML
    ) {
        let button = row.buttons[index]
        let kind = cache.button(index, of: row, in: shape.list.id, by: self)
        guard kind.asks else {
            let key = place.nextKey()
            return html.element("form") { html in
                html.attribute("method", "post")
                html.attribute("action", place.address(of: button))
                html.element("button") { html in
                    html.attribute("class", button.role.style)
                    html.shortcut(button.shortcut)
                    html.presses(key: key, isDisabled: !button.enabled)
                    html.words(button.title)
                }
            }
        }
        html.element("button") { html in
            html.attribute("class", button.role.style)
            html.attribute("form", kind.form)
            html.attribute("name", FeatureManifest.dialogRow)
            html.attribute("value", row.id)
            html.flag("disabled", !button.enabled)
            html.shortcut(button.shortcut)
            if button.enabled, let data = RowDialog(button, of: row, kind) {
                html.attribute("data-preset", data.preset)
                html.attribute("data-values", data.values)
                html.attribute("data-question", data.question)
                html.attribute("data-submit", data.submit)
            }
            html.words(button.title)
            html.text("…")
        }
    }

    /// Writes the form that opens the dialogs of an action in the rows of a list, with the template of the dialogs.
    ///
    /// - Parameters:
    ///   - button: The first button.
    ///   - place: The number of buttons of the same action before the button in its row.
    ///   - list: The id of the list.
    ///   - html: The writer.
    func asker(_ button: Button, _ place: Int, in list: String, to html: inout HTML) {
        var (maker, blank) = (self, button)
        maker.place = self.place.shared
        (blank.arguments, blank.values) = (button.arguments.mapValues { _ in .text("") }, [:])
        let id = PageID.asks(button.action, place, in: list)
        let view = maker.action(for: blank, id: id, of: "")
        let (path, query) = self.place.addresses.parts
        html.element("form") { html in
            html.attribute("id", id)
            html.attribute("method", "get")
            html.attribute("action", path)
            for pair in query { html.hidden(HiddenControl(name: pair.name, value: pair.text)) }
            let number = place > 0 ? String(place) : nil
            let dialog = zip(FeatureManifest.dialogOptions, [button.action, list, nil, number])
            for (name, text) in dialog {
                if let text { html.hidden(HiddenControl(name: name, value: text)) }
            }
            html.element("template") { $0.dialog(view) }
        }
    }

    /// Makes the dialog of a row's button, with the texts of a refused form if it is this button's form.
    ///
    /// - Parameters:
    ///   - index: The index of the button in the row.
    ///   - row: The row.
    ///   - list: The id of the row's list.
    mutating func dialog(_ index: Int, of row: Row, in list: String) -> ActionView {
        let id = PageID.button(index, of: row.buttons, in: PageID.row(row.id, in: list))
        return action(for: row.buttons[index], id: id, beginningWith: row.values, of: row.title)
    }
}

extension Button.Role {
    /// The CSS class of a button; `nil` for a normal one.
    var style: String? { self == .normal ? nil : rawValue }
}

extension Button {
    /// The key that presses the button while the button's row has the focus.
    var shortcut: String? { key.flatMap { Button.keys.contains($0) ? $0 : nil } }
}

/// What the dialog of a row's button adds to the template that all rows of a list share.
struct RowDialog {
    /// The preset arguments of the button, as a query without a question mark.
    ///
    /// An argument with the id of the row has only its name.
    private(set) var preset: String
    /// The initial text of each control, as an encoded form.
    private(set) var values: String
    /// The feature's own question.
    let question: String?
    /// The text of the button that sends the form, if the script would use another one.
    ///
    /// The script uses "Save" for a form with a text that destroys nothing, and the title of the button otherwise.
    let submit: String?

    /// The maximum size of a text, in bytes.
    ///
    /// A page with longer texts in each row would be slow to load.
    private static let textLimit = 200

    /// Creates the data; `nil` if the script must ask the host for the dialog, because it differs from the template.
    init?(_ button: Button, of row: Row, _ kind: RowButton) {
        (values, preset, question) = ("", "", button.confirm)
        guard question?.utf8.count ?? 0 <= RowDialog.textLimit else { return nil }
        var (hasValue, hasText) = (false, false)
        for field in kind.asked {
            let value = button.values[field.name] ?? row.values[field.name]
            guard let text = field.templateText(of: value), text.utf8.count <= RowDialog.textLimit else { return nil }
            hasValue = hasValue || value != nil
            hasText = hasText || !text.isEmpty
            if !values.isEmpty { values += "&" }
            values += SentForm.controlName(of: field.name).percentEncoded
            values += "="
            values += text.percentEncoded
        }
        for name in kind.presets {
            for text in button.arguments[name]?.typedTexts ?? [] {
                if !preset.isEmpty { preset += "&" }
                // The name alone stands for the id of the row.
                preset += FormPlace.presetName(of: name).percentEncoded
                if text != row.id { preset += "=" + text.percentEncoded }
            }
        }
        let saves = button.role != .destructive
        let title =
            saves && hasValue
            ? button.submitTitle(asking: kind.asked, beginningWith: row.values.merging(button.values) { $1 })
            : button.title
        submit = title == (saves && hasText ? "Save" : button.title) ? nil : title
    }
}

extension FieldDescription {
    /// Returns the text of a control whose form depends only on the field and not on the value; `nil` for any other
    /// control.
    fileprivate func templateText(of value: FieldValue?) -> String? {
        let text = value?.formText ?? defaultValue?.formText ?? ""
        switch kind {
        case .secret: return ""
        case .text: return lines == nil && text.contains(where: \.isNewline) ? nil : text
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
