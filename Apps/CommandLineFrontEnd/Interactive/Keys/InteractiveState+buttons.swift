import FeatureKit
import Interaction
import TerminalKit

extension InteractiveState {
    /// The buttons of the selected row.
    var rowButtons: [KeyedButton] {
        guard let row = page.row else { return [] }
        return KeyedButton.keyed(row, isOfRecord: page.screen.isOfRecord, of: page.manifest)
    }

    /// The buttons of the page: first those of the screen, then those of the visible sections.
    var pageButtons: [KeyedButton] {
        KeyedButton.keyed(
            screenButtons + page.layout.buttons, canRetry: retry != nil || canRestart,
            hasRowButtons: page.hasRowButtons,
            of: page.manifest)
    }

    /// Returns the button that a letter or a digit presses.
    ///
    /// A button of the selected row takes precedence.
    func button(for key: Character) -> KeyedButton? {
        let all = rowButtons + pageButtons
        return all.first { $0.letter == key } ?? all.first { $0.digit == key }
    }

    /// Presses the button that leads to the neighbour of the record on the page, if the key is one of its keys.
    ///
    /// Returns whether the page has such a button.
    mutating func takeStep(_ press: KeyPress, _ effects: inout [InteractiveEffect]) -> Bool {
        guard let role = press.stepRole, let button = screenButtons.first(where: { $0.role == role }) else {
            return false
        }
        self.press(button, row: nil, &effects)
        return true
    }

    /// The fields of a button's call.
    func fields(of button: Button, isRow: Bool) -> [FieldDescription] {
        page.manifest.fields(of: button, isRow: isRow)
    }
}

extension InteractivePage {
    /// Whether the digits belong to the buttons of rows.
    var hasRowButtons: Bool { screen.hasRowButtons(in: layout.lists) }
}

extension KeyPress {
    /// The role of the button that the key presses on the page of a record; `nil` for any other key.
    var stepRole: Button.Role? {
        switch (key, modifiers) {
        case (.character("j"), []), (.down, .alt): .next
        case (.character("k"), []), (.up, .alt): .previous
        default: nil
        }
    }
}

extension Button.Role {
    /// The names of the keys that lead to a neighbour of the record on the page; `nil` for any other role.
    var stepKeys: String? {
        switch self {
        case .next: "j  Alt-↓"
        case .previous: "k  Alt-↑"
        case .normal, .primary, .destructive: nil
        }
    }
}
