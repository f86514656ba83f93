import Interaction
import TerminalKit

/// The command palette: a list of all choices, which the user searches by typing.
struct PaletteState: OverlayState {
    static let name = "commands"

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

    func keys(in state: InteractiveState) -> [KeyBinding<PaletteState>] {
        let (count, last) = (max(1, found.count), max(0, found.count - 1))
        let choosing: [KeyBinding<PaletteState>] = [
            KeyBinding("Commands", [[.enter]], "do it", hint: "choose") { palette, _ in
                [.choose(palette.found[palette.index].choice)]
            },
            KeyBinding(
                "Commands", [[.up, .down], [.tab, .shift(.tab)], [.control("n")]], "choose",
                hint: .init("move", naming: 2)
            ) { palette, press in
                palette.index = (palette.index + press.step + count) % count
                return []
            },
            KeyBinding("Commands", [[.pageUp, .pageDown]], "eight back, eight on") { palette, press in
                palette.index = min(max(palette.index + 8 * press.step, 0), last)
                return []
            },
            KeyBinding("Commands", [[.wheelUp, .wheelDown]], "choose") { palette, press in
                palette.index = min(max(palette.index + press.step, 0), last)
                return []
            },
        ]
        let others: [KeyPattern] = [.control("p"), .control("g")] + (query.isEmpty ? [.backspace] : [])
        return (found.isEmpty ? [] : choosing)
            + [KeyBinding("Commands", [[.escape], others], "close", hint: "close") { _, _ in [.close] }]
            + TextInput.keys("Find a command").map { legend in
                KeyBinding(legend) { palette, press in palette.edit(press) ? [] : nil }
            }
    }

    /// Handles a key that edits the query.
    ///
    /// Returns `false` for any other key.
    private mutating func edit(_ press: KeyPress) -> Bool {
        let before = query.text
        guard query.take(press) else { return false }
        if query.text != before { search() }
        return true
    }

    private mutating func search() {
        index = 0
        let wanted = PaletteQuery(query.text)
        found = wanted.found(in: choices) { ($0.title, $0.detail, $0.finding) }.map { index in
            var choice = choices[index]
            let positions = wanted.positions(in: choice.title)
            if choice.finding == .always, !wanted.typed.isEmpty {
                choice.title += " for \u{201C}\(wanted.typed)\u{201D}"
                choice.query = wanted.typed
            }
            return Found(choice: choice, positions: positions)
        }
    }
}
