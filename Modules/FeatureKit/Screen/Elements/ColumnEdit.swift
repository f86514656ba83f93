/// How a person changes the value of one column in the rows of a list.
///
/// All cells of the column share it. It is a class, because copies for each cell would take much of the time of a page.
package final class ColumnEdit: Sendable {
    /// The action that gets the new value.
    package let action: Action
    /// The field that gets the new value.
    package let field: FieldDescription
    /// The name of the field that gets the id of the row.
    package let row: String
    /// The title of the button of each cell, such as `Change Age`.
    private let title: String

    /// Returns the way to edit a column; `nil` if a person cannot edit it.
    package init?(_ column: ListElement.Column, in manifest: FeatureManifest) {
        guard let name = column.edit, let action = manifest.action(named: name),
            let field = action.fields.first(where: { $0.name == column.name && $0.role == nil }),
            let row = action.fields.name(of: .row)
        else { return nil }
        (self.action, self.field, self.row) = (action, field, row)
        title = "Change \(column.title.isEmpty ? field.title : column.title)"
    }

    /// Returns the index of the row's own button of the action; `nil` if the row has none.
    package func ownButton(in row: Row) -> Int? {
        // An index, because a copy of each button would take most of the time.
        row.buttons.indices.first { row.buttons[$0].action == action.name }
    }

    /// Returns whether a person can edit the cell of a row now: the row's own button does not prevent it.
    package func isOpen(in row: Row) -> Bool {
        guard let index = ownButton(in: row) else { return true }
        return row.buttons[index].enabled && row.buttons[index].arguments[field.name] == nil
    }

    /// Returns the button that edits the cell of a row; `nil` if the row's own button presets the value.
    ///
    /// Its form begins with the row's value. It is disabled if the row's own button is.
    package func button(in row: Row) -> Button? {
        guard let index = ownButton(in: row) else {
            return Button(action: action.name, title: title, arguments: [self.row: .text(row.id)])
        }
        let own = row.buttons[index]
        guard own.arguments[field.name] == nil else { return nil }
        return Button(
            action: action.name, title: title, arguments: own.arguments, enabled: own.enabled, confirm: own.confirm)
    }

    /// Returns the action as the form of a cell's button performs it, which asks for the column's field alone.
    package func action(of button: Button) -> Action {
        action.asking(only: field.name, besides: button.arguments.keys)
    }

    /// The words that the title of the row follows, such as `Change Age of`.
    package var heading: String { "\(title) of" }

    /// Returns a button of a cell with the title that front ends use together with the title of the row.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - row: The title of the row.
    package func worded(_ button: Button, about row: String) -> Button {
        guard !row.isEmpty else { return button }
        var button = button
        button.title = heading
        return button
    }
}

extension ColumnEdit: Hashable {
    /// Returns whether both change the same column by the same action.
    package static func == (one: ColumnEdit, other: ColumnEdit) -> Bool {
        one === other || one.action == other.action && one.field == other.field && one.title == other.title
    }

    /// Adds the names of the action and of the field.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(action.name)
        hasher.combine(field.name)
    }
}
