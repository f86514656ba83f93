import Interaction
import TerminalKit

// A person who types a search and Enter twice means the row that the search finds, also if the search takes a while. A
// person who goes to the next record twice means the record after the next one.

extension InteractiveState {
    /// The keys that act on rows which are still on their way.
    struct HeldKeys: Sendable {
        /// The key of the page that waits for its rows.
        var page: Int?
        var presses: [KeyPress] = []
    }

    /// The maximum number of keys that wait.
    private static let heldLimit = 32

    /// Keeps a key until the rows on which it acts are there.
    ///
    /// The keys after it wait too. The escape key forgets them all.
    ///
    /// - Returns: Whether the key waits.
    mutating func hold(_ press: KeyPress) -> Bool {
        if press.key == .escape { held = HeldKeys() }
        guard page.isReplacingRows || page.isStepping, page.focus == nil, press.key != .escape else { return false }
        guard !heldPresses.isEmpty || (page.isStepping ? press.stepRole != nil : actsOnRow(press)) else { return false }
        if held.page != page.key { held = HeldKeys(page: page.key) }
        if held.presses.count < Self.heldLimit { held.presses.append(press) }
        return true
    }

    /// Returns the next key whose rows are there now, and forgets it.
    mutating func nextHeldKey() -> KeyPress? {
        guard !heldPresses.isEmpty, !page.isReplacingRows, !page.isStepping else { return nil }
        return held.presses.removeFirst()
    }

    /// The keys that wait for the rows of the visible page.
    private var heldPresses: [KeyPress] { held.page == page.key ? held.presses : [] }

    private func actsOnRow(_ press: KeyPress) -> Bool {
        guard page.row != nil else { return false }
        switch (press.key, press.modifiers) {
        case (.enter, _), (.right, []): return true
        // Follow its link (l, o), open its menu, copy it, select or tick it, or press one of its buttons.
        case (.character(let key), []):
            return "lomy *".contains(key) || button(for: key)?.row != nil || tickButton(for: key) != nil
        case (.character("V"), _): return tickableList != nil
        default: return false
        }
    }
}
