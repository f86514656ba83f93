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
    /// Call this function on the screen before the action. If the action has added a row, the text names the row and its
    /// id, with which other commands can act on the row.
    ///
    /// - Parameter next: The screen after the action.
    /// - Returns: The text, or `nil` for an action that only shows something else, because the new screen says enough.
    func success(of action: Action, _ arguments: [String: FieldValue], on next: Screen) -> Success? {
        guard !action.onlyShows else { return nil }
        let pressed = lists.lazy.flatMap(\.rows).first { row in
            .text(row.id) == arguments["id"] && row.buttons.contains { $0.action == action.name }
        }
        let buttons = pressed?.buttons ?? allButtons
        let button = buttons.first { $0.action == action.name } ?? Button(action)
        // An action on a row can bring other rows into sight, which are not new.
        let canAdd = phase == .ready && !action.fields.isEmpty && arguments["id"] == nil
        if canAdd, let row = next.onlyNewRow(since: lists) {
            return Success(text: "\(button.success(adding: row.title)) (id \(row.id))", namesNewRow: true)
        }
        return Success(text: button.success(about: subject(of: pressed)), namesNewRow: false)
    }

    /// The text which says that an action has succeeded.
    struct Success: Sendable {
        let text: String
        /// Whether the text names a row that the action has added.
        let namesNewRow: Bool
    }
}

extension Action {
    /// Whether the action is a standard action that shows something else and changes nothing.
    var onlyShows: Bool { ["browse", "more", "visit"].contains(name) }
}
