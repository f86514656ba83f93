import FeatureKit

extension Screen {
    /// Returns the title of what a button acts on; `nil` if the button's own title says enough.
    ///
    /// A button of a row acts on the row. On the page of a record, every other button acts on the record.
    ///
    /// - Parameter row: The row of the button; `nil` for a button of the screen.
    func subject(of row: Row?) -> String? {
        guard let row else { return recordTitle }
        return row.title.isEmpty ? nil : row.title
    }

    /// Returns the text which says that an action has succeeded.
    ///
    /// Call this function on the screen before the action.
    ///
    /// - Returns: The text, or `nil` for an action that only shows something else, because the new screen says enough.
    func success(of action: Action, _ arguments: [String: FieldValue]) -> String? {
        guard !action.onlyShows else { return nil }
        let pressed = lists.lazy.flatMap(\.rows).first { row in
            .text(row.id) == arguments["id"] && row.buttons.contains { $0.action == action.name }
        }
        let buttons = pressed?.buttons ?? allButtons
        let button = buttons.first { $0.action == action.name } ?? Button(action)
        return button.success(about: subject(of: pressed))
    }
}

extension Action {
    /// Whether the action is a standard action that shows something else and changes nothing.
    var onlyShows: Bool { ["browse", "more", "visit"].contains(name) }
}
