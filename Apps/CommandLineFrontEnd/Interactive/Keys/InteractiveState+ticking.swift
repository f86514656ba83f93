import FeatureKit
import Interaction
import TerminalKit

// Ticks rows of a list, and acts on all ticked rows at once.

extension InteractiveState {
    /// The list with the cursor, if its rows can be ticked.
    var tickableList: ListElement? { page.row == nil ? nil : page.list.flatMap { $0.bulk.isEmpty ? nil : $0 } }

    /// The buttons that act on the ticked rows, as long as the cursor is in their list.
    var tickButtons: [KeyedButton] {
        guard !page.ticks.isEmpty, let list = tickableList, list.id == page.ticks.list else { return [] }
        return KeyedButton.keyed(bulk: list.bulk, of: page.manifest)
    }

    /// The choices that act on the ticked rows.
    var tickChoices: [Choice] {
        let count = page.ticks.ids.count
        let rows = "\(count.grouped) selected \(count == 1 ? "row" : "rows")"
        return tickButtons.map { keyed in
            var choice = Choice(keyed.button, key: keyed.letter.map { String($0) })
            (choice.title, choice.target) = (keyed.button.words(about: rows), .pressOnTicked(keyed.button))
            return choice
        }
    }

    /// Returns the button that a key presses on the ticked rows.
    ///
    /// The keys of a row's button act on the ticked rows too, if its action can do so.
    func tickButton(for key: Character) -> Button? {
        let all = tickButtons
        if let keyed = all.first(where: { $0.letter == key }) { return keyed.button }
        guard !all.isEmpty, let pressed = button(for: key), pressed.row != nil else { return nil }
        return all.first { $0.button.action == pressed.button.action }?.button
    }

    /// Returns a choice without its key if the key acts on the ticked rows.
    func withoutTickKey(_ choice: Choice) -> Choice {
        guard case .press = choice.target, let key = choice.key?.first, tickButton(for: key) != nil else {
            return choice
        }
        var choice = choice
        choice.key = nil
        return choice
    }

    /// Says that rows have lost their ticks, because of another search or because the list no longer shows them.
    ///
    /// - Parameters:
    ///   - earlier: The ticks before the newest screen of the page.
    ///   - screen: The screen before the newest one.
    mutating func tellLostTicks(since earlier: Ticks, _ screen: Screen, on page: InteractivePage) {
        let count = earlier.ids.count - page.ticks.ids.count
        // The person knows about another place, and about rows on which a call of the page acts.
        guard count > 0, earlier.place == page.place, !page.calls.values.contains(where: { !$0.rows.isEmpty }) else {
            return
        }
        let words = count == 1 ? "1 row is" : "\(count.grouped) rows are"
        let isOther = page.searching(screen) != page.searching(page.screen)
        let text =
            isOther
            ? "Another search, so \(words) no longer selected." : "\(words) no longer shown, so no longer selected."
        show(Notice(text), of: page.key)
    }

    /// Presses a button on the ticked rows.
    mutating func pressOnTicked(_ button: Button, _ effects: inout [InteractiveEffect]) {
        var button = button
        button.arguments = page.manifest.call(button, on: page.ticks.rows(on: page.screen)).arguments
        press(button, row: nil, &effects)
    }

    /// Handles a key that ticks rows or removes their ticks; returns `false` for any other key.
    mutating func tick(_ press: KeyPress) -> Bool {
        switch (press.key, press.modifiers) {
        case (.character(" "), []) where tickableList != nil: page.toggleTick()
        case (.character("V"), _) where tickableList != nil: page.tickRange()
        case (.character("*"), _) where tickableList != nil: page.toggleAllTicks()
        case (.escape, _) where !page.ticks.isEmpty: page.ticks = Ticks()
        default: return false
        }
        return true
    }
}

extension InteractivePage {
    /// Ticks the row with the cursor, or removes its tick.
    mutating func toggleTick() {
        guard let row, let list else { return }
        if ticks.contains(row.id, in: list.id) {
            ticks.remove([row.id])
        } else {
            ticks.tick([row], in: list.id, at: place)
        }
    }

    /// Ticks the rows from the one that was ticked last to the one with the cursor.
    fileprivate mutating func tickRange() {
        guard let selection, let place = layout.place(of: selection.number) else { return }
        let rows = place.rows
        let last = ticks.list == rows.list.id ? ticks.last : nil
        let start = last.flatMap { rows.index(of: $0, near: place.index) } ?? place.index
        let range = min(start, place.index)...max(start, place.index)
        let ticked = range.map { rows[$0] }
        ticks.tick(start > place.index ? ticked.reversed() : ticked, in: rows.list.id, at: self.place)
    }

    /// Ticks all loaded rows that the list shows, or removes their ticks if all have one.
    fileprivate mutating func toggleAllTicks() {
        guard let list, let rows = layout.rows(of: list.id) else { return }
        let all = (0..<rows.rowCount).map { rows[$0] }
        if all.allSatisfy({ ticks.contains($0.id, in: list.id) }) {
            ticks.remove(all.map(\.id))
        } else {
            ticks.tick(all, in: list.id, at: place)
        }
    }
}
