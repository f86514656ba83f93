package import FeatureKit

/// A button with the keys that press it.
package struct KeyedButton: Sendable {
    /// The button.
    package let button: Button
    /// The row of the button; `nil` for a button of the page.
    package let row: Row?
    /// The letter that presses the button; `nil` for none.
    package private(set) var letter: Character?
    /// The digit that presses the button; `nil` for none.
    package private(set) var digit: Character?
    /// Whether the button asks for fields or for a confirmation before it acts.
    package let asksFirst: Bool

    /// The key to show, or `nil` if only the menu presses the button.
    package var key: String? { (letter ?? digit).map { String($0) } }

    /// The title, with an ellipsis if the button asks first.
    package var label: String { asksFirst && !button.title.hasSuffix("…") ? button.title + "…" : button.title }
}

// Assigns keys to buttons. A button's own letter comes first. Otherwise `x` presses the first destructive button, `e`
// the first other button that asks for fields, and `n` the first primary button of the page. Digits press the buttons
// of the selected row in their order, or the buttons of a page whose rows have no buttons. `j` and `k` go to the
// neighbours of the record that a page shows. `u` takes back the last change, or the removal of the record that
// the page showed.

extension KeyedButton {
    /// Assigns keys to the buttons of a row.
    ///
    /// - Parameter isOfRecord: Whether the row stands on the page of a record (`Screen.isOfRecord`), to which the
    ///   keys belong. The buttons of the row then have only the keys that their author has given them.
    package static func keyed(_ row: Row, isOfRecord: Bool = false, of manifest: FeatureManifest) -> [KeyedButton] {
        var keyed = row.buttons.map { KeyedButton($0, row: row, of: manifest) }
        guard !isOfRecord else { return keyed }
        assignLettersOfRow(to: &keyed, of: manifest)
        number(&keyed)
        return keyed
    }

    /// Assigns letters to the buttons that act on several rows, by the rules for the buttons of one row.
    package static func keyed(bulk buttons: [Button], of manifest: FeatureManifest) -> [KeyedButton] {
        var keyed = buttons.map { KeyedButton($0, row: nil, of: manifest) }
        assignLettersOfRow(to: &keyed, of: manifest)
        return keyed
    }

    /// Assigns keys to the buttons of a page.
    ///
    /// - Parameters:
    ///   - buttons: The buttons in the order of their digits.
    ///   - canRetry: Whether the page shows a failure with a button that tries again. The letter `r` presses it then.
    ///   - hasRowButtons: Whether the digits and the letters `x` and `e` belong to the buttons of rows.
    package static func keyed(
        _ buttons: [Button], canRetry: Bool, hasRowButtons: Bool, of manifest: FeatureManifest
    ) -> [KeyedButton] {
        var keyed = buttons.map { KeyedButton($0, row: nil, of: manifest) }
        assign("j", in: &keyed) { $0.button.role == .next }
        assign("k", in: &keyed) { $0.button.role == .previous }
        assign("n", in: &keyed) { $0.button.role == .primary }
        assign("u", in: &keyed) { manifest.takesBack($0.button) }
        if !canRetry { assign("r", in: &keyed) { manifest.action(named: $0.button.action)?.effect == .reloads } }
        guard !hasRowButtons else { return keyed }
        assign("x", in: &keyed) { $0.button.role == .destructive }
        assign("e", in: &keyed) { $0.button.role == .normal && manifest.asksForFields($0.button, isRow: true) }
        number(&keyed)
        return keyed
    }

    private init(_ button: Button, row: Row?, of manifest: FeatureManifest) {
        let asks =
            button.role == .destructive || button.confirm != nil || manifest.asksForFields(button, isRow: row != nil)
        (self.button, self.row, letter, asksFirst) = (button, row, button.usableKey?.first, asks)
    }

    private static func assignLettersOfRow(to keyed: inout [KeyedButton], of manifest: FeatureManifest) {
        assign("x", in: &keyed) { $0.button.role == .destructive }
        assign("e", in: &keyed) { $0.button.role != .destructive && manifest.asksForFields($0.button, isRow: true) }
    }

    private static func assign(
        _ letter: Character, in keyed: inout [KeyedButton], to isWanted: (KeyedButton) -> Bool
    ) {
        if let index = keyed.firstIndex(where: { $0.letter == nil && isWanted($0) }) { keyed[index].letter = letter }
    }

    private static func number(_ keyed: inout [KeyedButton]) {
        let numbered = keyed.indices.filter { !keyed[$0].button.role.isStep }
        for (index, digit) in zip(numbered, "123456789") { keyed[index].digit = digit }
    }
}

extension FeatureManifest {
    /// The fields of a button's call.
    ///
    /// A button that only shows another place, such as a sorted list, asks for nothing.
    package func fields(of button: Button, isRow: Bool) -> [FieldDescription] {
        let isWay = !isRow && browses(button.action, button.arguments)
        return isWay ? [] : action(named: button.action)?.fields ?? []
    }

    fileprivate func asksForFields(_ button: Button, isRow: Bool) -> Bool {
        fields(of: button, isRow: isRow).hasAsked(besides: button.arguments)
    }
}

extension Screen {
    /// Whether the digits belong to the buttons of rows.
    ///
    /// They also do while a list is empty, so that a row that comes does not change the meaning of a key. On the page of a
    /// record they belong to the record.
    package func hasRowButtons(in lists: [ListElement]) -> Bool {
        !isOfRecord && lists.contains { list in list.rows.first.map { !$0.buttons.isEmpty } ?? true }
    }

    /// Whether the screen is the page of a record, with buttons that lead to its neighbours.
    package var isOfRecord: Bool { buttons.contains(where: \.role.isStep) }
}

extension Button {
    /// The button's letter key; `nil` if the button has no letter or an invalid one.
    package var usableKey: String? { key.flatMap { Button.keys.contains($0) ? $0 : nil } }
}
