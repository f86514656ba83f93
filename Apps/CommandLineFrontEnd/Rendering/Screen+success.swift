import FeatureKit
import Interaction

extension Screen {
    /// Returns the text which says that an action has succeeded.
    ///
    /// Call this function on the screen before the action. If the action has added a row, the text names the row and its
    /// id, with which other commands can act on the row.
    ///
    /// - Parameter next: The screen after the action.
    /// - Returns: The text, or `nil` for an action that only shows something else, because the new screen says enough.
    func success(of action: Action, _ arguments: [String: FieldValue], on next: Screen) -> Success? {
        guard !action.effect.onlyShows else { return nil }
        let many = action.rows(of: arguments)
        if !many.isEmpty {
            let button = allButtons.first { $0.action == action.name } ?? Button(action)
            let words = SuccessWords(button, of: action, onRows: many.map { self.row($0)?.title ?? $0 })
            return Success(text: words.text(on: next), namesNewRow: false)
        }
        let id = action.row(of: arguments)
        let row = id.flatMap(row)
        let pressed = row?.buttons.contains { $0.action == action.name } == true ? row : nil
        let buttons = pressed?.buttons ?? allButtons
        let button = buttons.first { $0.action == action.name } ?? Button(action)
        let words = SuccessWords(
            button, of: action, about: subject(of: pressed), row: pressed?.id, on: self, isOnRow: id != nil)
        guard let row = words.namedRow(on: next) else { return Success(text: words.text(on: next), namesNewRow: false) }
        return Success(text: words.text(adding: "\(row.title) (id \(row.id))"), namesNewRow: true)
    }

    /// The text which says that an action has succeeded.
    struct Success: Sendable {
        let text: String
        /// Whether the text names a row that the action has added.
        let namesNewRow: Bool
    }
}
