import FeatureKit

/// The buttons of rows.
extension ActionMaker {
    /// Writes the buttons of a row: one in sight, and the others in a menu.
    ///
    /// The first button that destroys nothing is in sight. A menu with one entry would only hide the entry.
    mutating func buttons(of row: Row, _ id: String, in shape: ListShape, to html: inout HTML) {
        let buttons = row.buttons
        guard !buttons.isEmpty else { return }
        let inSight = buttons.count == 1 ? 0 : buttons.firstIndex { $0.role != .destructive }
        html.element("div") { html in
            html.attribute("class", "buttons")
            html.attribute("role", "group")
            html.attribute("aria-labelledby", id, ":t")
            if let inSight { button(inSight, of: row, id, in: shape, to: &html) }
            guard buttons.count > 1 || inSight == nil else { return }
            html.element("button") { html in
                html.attribute("type", "button")
                html.attribute("class", "quiet icon")
                html.attribute("popovertarget", id, "+m")
                html.attribute("aria-label", "More for \(row.title)")
                html.text("⋯")
            }
            html.element("div") { html in
                html.attribute("id", id, "+m")
                html.attribute("class", "menu")
                html.flag("popover")
                for index in buttons.indices where index != inSight {
                    button(index, of: row, id, in: shape, to: &html)
                }
            }
        }
    }

    /// Writes a button of a row.
    ///
    /// A button that opens a dialog is a link to the same place with the open dialog. The page's script makes the dialog
    /// itself, from the list's template and the link's data.
    private mutating func button(
        _ index: Int, of row: Row, _ id: String, in shape: ListShape, to html: inout HTML
    ) {
        let button = row.buttons[index]
        let buttonID = PageID.button(index, of: row.buttons, in: id)
        let fields = fields(of: button.action)
        let asked = button.asked(among: fields)
        guard button.asks(for: asked) else {
            return html.press(action(for: button, id: buttonID, beginningWith: row.values, of: row.title))
        }
        guard button.enabled else {
            return html.element("button") { html in
                html.attribute("type", "button")
                html.attribute("id", buttonID)
                html.attribute("class", button.role.rawValue)
                html.flag("disabled")
                html.words(button.title)
                html.text("…")
            }
        }
        html.element("a") { html in
            html.attribute("class", words: "button", button.role.rawValue)
            html.attribute("role", "button")
            html.attribute("id", buttonID)
            let place = row.buttons[..<index].count { $0.action == button.action }
            html.attribute(
                "href",
                "\(shape.dialogs)&dialog=\(button.action)&row=\(row.id.percentEncoded)"
                    + (place > 0 ? "&button=\(place)" : ""))
            html.attribute("aria-haspopup", "dialog")
            html.shortcut(button.shortcut)
            if let data = RowDialog(button, of: row, asking: asked, in: self) {
                html.attribute("data-preset", data.preset)
                html.attribute("data-values", data.values)
                html.attribute("data-question", data.question)
                html.attribute("data-submit", data.submit == button.title ? nil : data.submit)
            }
            html.words(button.title)
            html.text("…")
        }
    }

    /// Writes the template from which the page's script makes the dialogs of an action's buttons in the rows of a list.
    func template(of button: Button, in list: String, to html: inout HTML) {
        var (maker, blank) = (self, button)
        maker.place.forgetRefusedForm()
        (blank.arguments, blank.values) = (button.arguments.mapValues { _ in .text("") }, [:])
        let view = maker.action(for: blank, id: PageID.template(of: button.action, in: list), of: "")
        html.element("template") { html in
            html.attribute("data-list", list)
            html.attribute("data-dialog", button.action)
            html.dialog(view)
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

extension Button {
    /// The key that presses the button while the button's row has the focus.
    var shortcut: String? { key.flatMap { Button.keys.contains($0) ? $0 : nil } }
}

/// What the dialog of a row's button adds to the template that all rows of a list share.
struct RowDialog {
    /// The preset arguments of the button, as a query without a question mark.
    let preset: String
    /// The initial text of each control, as an encoded form.
    let values: String
    /// The feature's own question.
    let question: String?
    /// The text of the button that sends the form.
    let submit: String

    /// The maximum size of a text, in bytes.
    ///
    /// A page with longer texts in each row would be slow to load.
    private static let textLimit = 200

    /// Creates the data; `nil` if the script must ask the host for the dialog, because it differs from the template.
    init?(_ button: Button, of row: Row, asking fields: [FieldDescription], in maker: ActionMaker) {
        let all = row.values.merging(button.values) { $1 }
        var values = ""
        for field in fields {
            guard let texts = field.templateTexts(of: all[field.name]) else { return nil }
            for text in texts {
                guard text.utf8.count <= RowDialog.textLimit else { return nil }
                if !values.isEmpty { values += "&" }
                values += "\(SentForm.controlName(of: field.name).percentEncoded)=\(text.percentEncoded)"
            }
        }
        question = button.confirm
        guard question?.utf8.count ?? 0 <= RowDialog.textLimit else { return nil }
        (self.values, preset) = (values, String(maker.place.preset(of: button).query.dropFirst()))
        submit = button.submitTitle(asking: fields, beginningWith: all)
    }
}

extension FieldDescription {
    /// Returns the texts of a control whose form depends only on the field and not on the value; `nil` for any other
    /// control.
    ///
    /// A list has a text for each of its values.
    fileprivate func templateTexts(of value: FieldValue?) -> [String]? {
        let text = value?.formText ?? defaultValue?.formText ?? ""
        switch kind {
        case .secret: return [""]
        case .text: return lines == nil && text.contains(where: \.isNewline) ? nil : [text]
        case .integer, .decimal: return text.isEmpty || Double(text)?.isFinite == true ? [text] : nil
        case .boolean, .duration: return [text]
        case .choice: return text.isEmpty || choices?.contains(text) == true ? [text] : nil
        case .date: return text.isEmpty || CalendarDate(text) != nil ? [text] : nil
        // The steps of the control depend on the value.
        case .instant: return text.isEmpty ? [text] : nil
        case .texts, .choices: return nil
        }
    }
}
