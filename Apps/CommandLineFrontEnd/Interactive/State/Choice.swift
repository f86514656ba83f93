import FeatureKit
import Interaction
import TerminalKit

/// A choice in a menu or in the command palette.
struct Choice: Sendable, Hashable {
    /// The effect of a choice.
    enum Target: Sendable, Hashable {
        case press(Button, row: Row?)
        case open(FeatureLink)
        case select(action: String, Row)
        /// Opens the form of a draft.
        case draft(FormState.Identity)
        case details, copy, filter, showAll, help, back, up, leave
    }

    var title: String
    /// The detail that is shown beside the title.
    var detail = ""
    var target: Target
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

    /// Creates a choice that presses a button with its key.
    init(_ keyed: KeyedButton) {
        self.init(keyed.button, of: keyed.row, key: keyed.letter.map { String($0) })
    }
}

/// The menu with the choices of a row and of its screen.
struct MenuState: Sendable {
    var title: String
    var choices: [Choice]
    /// The number of choices for the row.
    ///
    /// The choices for the row come first. The remaining choices are for the screen.
    var rowCount = 0
    var index = 0
}

/// The command palette: a list of all choices, which the user searches by typing.
struct PaletteState: Sendable {
    /// A choice that matches the query.
    struct Found: Sendable {
        let choice: Choice
        /// The positions of the characters of the title that match the query.
        let positions: Set<Int>
    }

    let choices: [Choice]
    private(set) var query = TextInput()
    private(set) var found: [Found] = []
    var index = 0

    init(_ choices: [Choice]) {
        self.choices = choices
        search()
    }

    /// Handles a key that edits the query.
    ///
    /// Returns `false` for any other key.
    mutating func edit(_ press: KeyPress) -> Bool {
        let before = query.text
        guard query.take(press) else { return false }
        if query.text != before { search() }
        return true
    }

    private mutating func search() {
        index = 0
        guard !query.isEmpty else {
            found = choices.map { Found(choice: $0, positions: []) }
            return
        }
        // A choice with a matching detail comes after every choice with a matching title.
        let matches = choices.enumerated().compactMap { order, choice -> (Int, Int, Found)? in
            if let match = FuzzyMatch(query.text, in: choice.title) {
                return (match.score + 10_000, order, Found(choice: choice, positions: Set(match.positions)))
            }
            // In a detail, search for the whole query. Details are sentences, and the letters of almost any query occur
            // somewhere in a sentence.
            let isAbout = choice.detail.lowercased().contains(query.text.lowercased())
            return isAbout ? (0, order, Found(choice: choice, positions: [])) : nil
        }
        found = matches.sorted { ($0.0, $1.1) > ($1.0, $0.1) }.map(\.2)
    }
}
