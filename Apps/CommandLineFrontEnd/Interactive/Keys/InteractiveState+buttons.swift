import FeatureKit
import Interaction

extension InteractiveState {
    /// The buttons of the selected row.
    var rowButtons: [KeyedButton] { page.row.map { KeyedButton.keyed($0, of: page.manifest) } ?? [] }

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

    /// The fields of a button's call.
    func fields(of button: Button, isRow: Bool) -> [FieldDescription] {
        page.manifest.fields(of: button, isRow: isRow)
    }
}

extension InteractivePage {
    /// Whether the digits belong to the buttons of rows.
    var hasRowButtons: Bool { layout.lists.haveRowButtons }
}
