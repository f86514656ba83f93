import FeatureKit
import TerminalKit

/// One thing to choose in a menu or in the palette.
struct Choice: Sendable, Hashable {
    /// What happens when it is chosen.
    enum Target: Sendable, Hashable {
        case press(Button, row: Row?)
        case open(FeatureLink)
        case filter, help, back, leave
    }

    var title: String
    /// What it is for or about, beside the title.
    var detail = ""
    var target: Target
    var isEnabled = true
    var role = Button.Role.normal

    init(_ title: String, detail: String = "", _ target: Target) {
        (self.title, self.detail, self.target) = (title, detail, target)
    }

    /// A button as a choice.
    init(_ button: Button, of row: Row? = nil, detail: String = "") {
        (title, self.detail, target) = (button.title, detail, .press(button, row: row))
        (isEnabled, role) = (button.enabled, button.role)
    }
}

/// A few things to choose from, about one row or the whole screen.
struct MenuState: Sendable {
    var title: String
    var choices: [Choice]
    /// How many of them are about the row; the others are about the screen.
    var rowCount = 0
    var index = 0
}

/// Everything that can be asked for, found by typing.
struct PaletteState: Sendable {
    /// A choice that fits what was typed.
    struct Found: Sendable {
        let choice: Choice
        /// Which characters of its title were meant.
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

    /// Takes a key that edits the query; returns whether it was one.
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
        // What is about a choice finds it too, after those whose titles fit.
        let matches = choices.enumerated().compactMap { order, choice -> (Int, Int, Found)? in
            if let match = FuzzyMatch(query.text, in: choice.title) {
                return (match.score + 10_000, order, Found(choice: choice, positions: Set(match.positions)))
            }
            // Scattered letters of a whole sentence would fit nearly everything.
            let isAbout = choice.detail.lowercased().contains(query.text.lowercased())
            return isAbout ? (0, order, Found(choice: choice, positions: [])) : nil
        }
        found = matches.sorted { ($0.0, $1.1) > ($1.0, $0.1) }.map(\.2)
    }
}
