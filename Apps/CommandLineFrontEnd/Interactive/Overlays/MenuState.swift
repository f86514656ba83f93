import TerminalKit

/// The menu with the choices of a row and of its screen.
struct MenuState: OverlayState {
    static let name = "menu"

    var title: String
    var choices: [Choice]
    /// The number of choices for the row.
    ///
    /// The choices for the row come first. The remaining choices are for the screen.
    var rowCount = 0
    var index = 0

    func keys(in state: InteractiveState) -> [KeyBinding<MenuState>] {
        let (count, letters) = (choices.count, choices.compactMap { $0.key?.count == 1 ? $0.key?.first : nil })
        return [
            KeyBinding("Menu", [[.enter, .right]], "do it", hint: "choose") { menu, _ in
                [.choose(menu.choices[menu.index])]
            },
            KeyBinding(
                "Menu", [[.up, .down], ["k", "j"], [.tab, .shift(.tab)]], "choose", hint: .init("move", naming: 2)
            ) { menu, press in
                menu.index = (menu.index + press.step + count) % count
                return []
            },
            KeyBinding("Menu", [[.wheelUp, .wheelDown]], "choose") { menu, press in
                menu.index = min(max(menu.index + press.step, 0), count - 1)
                return []
            },
            KeyBinding("Menu", [[.home, .end], ["g", "G"], [.pageUp, .pageDown]], "first, last") { menu, press in
                menu.index = press.step < 0 ? 0 : count - 1
                return []
            },
            KeyBinding("Menu", [[.escape, .left, .backspace, .space, "m", "q"]], "close", hint: "close") { _, _ in
                [.close]
            },
            KeyBinding("Menu", [[.digits]], "do it at once") { menu, press in
                guard case .character(let digit) = press.key, let number = digit.wholeNumberValue,
                    menu.choices.indices.contains(number - 1)
                else { return nil }
                return [.choose(menu.choices[number - 1])]
            },
            KeyBinding("Menu", [letters.map(KeyPattern.init)], "do it at once") { menu, press in
                guard case .character(let letter) = press.key,
                    let choice = menu.choices.first(where: { $0.key == String(letter) })
                else { return nil }
                return [.choose(choice)]
            },
        ]
    }
}
