import FeatureKit
import Interaction
import TerminalKit

/// A choice in a menu or in the command palette.
struct Choice: Sendable, Hashable {
    /// The effect of a choice.
    enum Target: Sendable, Hashable {
        case press(Button, row: Row?)
        /// Presses a button on the ticked rows.
        case pressOnTicked(Button)
        /// Edits the cell with the cursor.
        case editCell
        case open(FeatureLink)
        case select(action: String, Row)
        /// Opens the form of a draft.
        case draft(FormState.Identity)
        /// Searches the rows, or filters the loaded ones.
        case filter
        case details, copy, showAll, help, back, up, leave
    }

    var title: String
    /// The detail that is shown beside the title.
    var detail = ""
    var target: Target
    /// The text to search for; `nil` to let the person type it.
    var query: String?
    /// How a text finds the choice.
    var finding = PaletteQuery.Finding.name
    var isEnabled = true
    var role = Button.Role.normal
    /// The letter key with the same effect.
    var key: String?

    init(_ title: String, detail: String = "", key: String? = nil, _ target: Target) {
        (self.title, self.detail, self.key, self.target) = (title, detail, key, target)
    }

    /// Creates a choice that presses a button.
    init(_ button: Button, of row: Row? = nil, detail: String = "", key: String? = nil) {
        (title, self.detail, target) = (button.title, detail, .press(button, row: row))
        (isEnabled, role, self.key) = (button.enabled, button.role, key)
    }

    /// Creates the choice of an entry that every front end has.
    ///
    /// - Parameter keyed: The buttons with keys.
    init(_ entry: PaletteEntry, keyed: [KeyedButton]) {
        let key: String?
        switch entry.target {
        case .press(let button, let row):
            target = .press(button, row: row)
            key = keyed.first { $0.button == button && $0.row?.id == row?.id }?.letter.map { String($0) }
            role = button.role
        case .row(let link), .feature(let link): (target, key) = (.open(link), nil)
        case .up: (target, key) = (.up, nil)
        case .search: (target, key) = (.filter, "/")
        }
        (title, detail, finding, self.key) = (entry.title, entry.detail, entry.finding, key)
    }

    /// Creates a choice that presses a button with its key.
    init(_ keyed: KeyedButton) {
        self.init(keyed.button, of: keyed.row, key: keyed.letter.map { String($0) })
    }
}
