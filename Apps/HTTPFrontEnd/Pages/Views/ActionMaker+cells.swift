import FeatureKit
import Interaction

/// How a page shows the cells of a column that people edit.
final class CellEditor {
    let edit: ColumnEdit
    /// The id of the form that opens the dialogs of the cells.
    let form: String
    /// The beginning of each cell's button.
    let beginning: HTML.Fragment
    /// The names of the arguments of the last row's own button, in order.
    private var names: [String] = []

    init?(_ column: ListElement.Column, in list: String, by maker: ActionMaker) {
        guard let edit = ColumnEdit(column, in: maker.manifest) else { return nil }
        self.edit = edit
        let form = PageID.edits(edit.field.name, by: edit.action.name, in: list)
        self.form = form
        beginning = HTML.fragment { html in
            html.open("button")
            html.attribute("form", form)
            html.attribute("name", FeatureManifest.dialogRow)
        }
    }
}

/// The cells that people edit.
extension ActionMaker {
    /// Writes the words of a cell; for a cell that people edit, as a button that opens the dialog of the cell.
    ///
    /// Without a script, the button leads to the same place with the open dialog. The page's script makes the dialog from
    /// the column's template, shows it at the cell, and gives the button its id.
    ///
    /// - Parameters:
    ///   - words: The words of the cell.
    ///   - row: The row.
    ///   - editor: What the cells of the column share; `nil` for a cell that people do not edit.
    ///   - title: The title of the column.
    ///   - html: The writer.
    func words(_ words: String, of row: Row, by editor: CellEditor?, title: String, to html: inout HTML) {
        guard let editor else { return html.words(words) }
        html.add(editor.beginning)
        html.attribute("value", row.id)
        html.attribute("aria-label", words.isEmpty ? title : nil)
        let text = editor.edit.field.templateText(of: row.shownValue(of: editor.edit.field))
        if let text, text.utf8.count <= RowDialog.textLimit {
            // The script cannot read the value from other words: a page replaces control characters, for example.
            let isShown = text.utf8.elementsEqual(words.utf8) && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            if !isShown { html.attribute("data-text", text) }
        } else {
            html.flag("data-long")
        }
        // The form knows the argument of a row that has only its id.
        if let own = editor.edit.ownButton(in: row) {
            html.attribute("data-preset") { html in
                editor.writeArguments(of: row, own, to: &html)
                html.column(of: editor)
            }
            html.attribute("data-question", row.buttons[own].confirm)
        }
        html.words(words)
        html.close("button")
    }

    /// Writes the form that opens the dialogs of a column's cells, with the template of the dialogs.
    func asker(_ editor: CellEditor, in list: String, to html: inout HTML) {
        let row = Row(id: "", title: "")
        guard let button = editor.edit.button(in: row) else { return }
        html.element("form") { html in
            html.attribute("id", editor.form)
            html.attribute("data-heading", editor.edit.heading)
            html.attribute("data-preset") { html in
                html.part(FormPlace.presetName(of: editor.edit.row))
                html.column(of: editor)
            }
            let name = DialogAddress.mark(ofColumn: editor.edit.field.name)
            opensDialogs(of: button.action, in: list, name, to: &html)
            html.add(
                template(of: button, id: editor.form) { maker, blank in
                    maker.action(for: blank, id: editor.form, by: editor.edit, of: row)
                })
        }
    }

    /// Makes the dialog of a cell, with the text of a refused form if it is this cell's form.
    ///
    /// - Parameters:
    ///   - button: The button that edits the cell.
    ///   - edit: How the column is edited.
    ///   - row: The row.
    ///   - list: The id of the row's list.
    mutating func dialog(_ button: Button, by edit: ColumnEdit, of row: Row, in list: String) -> ActionView {
        let id = PageID.cell(edit.field.name, by: button.action, in: PageID.row(row.id, in: list))
        return action(for: button, id: id, by: edit, of: row)
    }

    private mutating func action(for button: Button, id: String, by edit: ColumnEdit, of row: Row) -> ActionView {
        ActionView(
            edit.worded(button, about: row.title), id: id, of: edit.action(of: button), editing: edit.field.name,
            values: row.shownValues(of: [edit.field]),
            of: row.title, place: &place)
    }
}

extension CellEditor {
    /// Writes the arguments of a row's own button, as a query.
    ///
    /// A name alone stands for the id of the row.
    fileprivate func writeArguments(of row: Row, _ index: Int, to html: inout HTML) {
        let count = row.buttons[index].arguments.count
        if names.count != count || !names.allSatisfy({ row.buttons[index].arguments[$0] != nil }) {
            names = row.buttons[index].arguments.keys.sorted()
        }
        var isFirst = true
        func pair(_ name: String, _ text: String?) {
            if !isFirst { html.part(fixed: "&amp;") }
            isFirst = false
            html.part(FormPlace.presetName(of: name))
            guard let text else { return }
            html.part(fixed: "=")
            html.part(encoding: text)
        }
        for name in names {
            switch row.buttons[index].arguments[name] {
            case .text(row.id): pair(name, nil)
            case .text(let text): pair(name, text)
            case let value: for text in value?.typedTexts ?? [] { pair(name, text) }
            }
        }
    }
}

extension HTML {
    /// Writes the end of a query that says which column a form edits.
    fileprivate mutating func column(of editor: CellEditor) {
        part(fixed: "&amp;")
        part(SentForm.columnName)
        part(fixed: "=")
        part(editor.edit.field.name)
    }
}
