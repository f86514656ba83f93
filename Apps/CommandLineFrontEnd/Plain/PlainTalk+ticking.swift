import FeatureKit
import Interaction

// Ticks rows by the words `tick 1 3-5`, `tick all` and `untick`, to act on all of them at once.

extension PlainTalk {
    static let tickHelp = StyledLine(
        "Type tick and numbers, as in tick 1 3-5, or tick all, to select rows. Their action then acts on all of them. "
            + "Type untick to forget them.")

    /// Whether the screen has rows that can be ticked.
    var canTick: Bool { screen.lists.contains(where: \.canTick) }

    /// The choices that act on the ticked rows of a list.
    func tickChoices(of list: ListElement) -> [PlainChoice] {
        guard page.ticks.list == list.id else { return [] }
        let count = page.ticks.ids.count
        let rows = "\(count.grouped) selected \(count == 1 ? "row" : "rows")"
        return KeyedButton.keyed(bulk: list.bulk, of: page.manifest).filter(\.button.enabled).map { keyed in
            PlainChoice(
                keyed.button.title, saying: StyledLine(keyed.button.words(about: rows)), .pressOnTicked(keyed.button),
                key: .ticked(list: list.id, action: keyed.button.action), letter: keyed.letter)
        }
    }

    /// Ticks rows or removes their ticks, if the answer says so.
    ///
    /// Returns whether it does.
    mutating func tick(_ answer: String) throws -> Bool {
        let words = answer.lowercased().split { $0 == " " || $0 == "," }.map { String($0) }
        guard canTick, let verb = words.first, ["tick", "untick"].contains(verb) else { return false }
        let rest = Array(words.dropFirst())
        switch (verb, rest) {
        case ("tick", []): break
        case ("untick", []), ("untick", ["all"]): page.ticks = Ticks()
        case (_, ["all"]):
            guard let list = screen.lists.first(where: \.canTick) else { return true }
            page.ticks.tick(list.rows, in: list.id, at: page.place)
        default:
            guard let (list, rows) = try rows(named: rest) else { return true }
            if verb == "tick" {
                page.ticks.tick(rows, in: list.id, at: page.place)
            } else {
                page.ticks.remove(rows.map(\.id))
            }
        }
        try sayTicks()
        return true
    }

    /// Presses a button on the ticked rows.
    mutating func pressOnTicked(_ button: Button, _ source: any ScreenSource) async throws {
        var button = button
        button.arguments = page.manifest.call(button, on: page.ticks.rows(on: screen)).arguments
        try await press(button, nil, source)
    }

    /// Finds the rows of one list that numbers and ranges of numbers name.
    ///
    /// - Returns: The list and the rows; `nil` after saying why there are none.
    private func rows(named words: [String]) throws -> (list: ListElement, rows: [Row])? {
        let numbered = page.allRows.compactMap { list, row in
            page.numbers[.row(list: list.id, id: row.id)].map { (number: $0, list: list, row: row) }
        }
        var found: [(number: Int, list: ListElement, row: Row)] = []
        for word in words {
            let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first <= last else {
                try complain("\u{201C}\(word)\u{201D} is not a number or a range such as 3-5; nothing has changed")
                return nil
            }
            let some = numbered.filter { (first...last).contains($0.number) && $0.list.canTick }
            guard !some.isEmpty else {
                try complain("\(word) is not the number of a row that can be ticked; nothing has changed")
                return nil
            }
            found += some
        }
        guard let list = found.first?.list, found.allSatisfy({ $0.list.id == list.id }) else {
            try complain("Tick rows of one list at a time; nothing has changed")
            return nil
        }
        return (list, found.map(\.row))
    }

    /// Says which rows are ticked, and what acts on them.
    private mutating func sayTicks() throws {
        let rows = page.ticks.rows(on: screen)
        guard let list = page.ticks.element(on: screen), !rows.isEmpty else {
            return try say([StyledLine("Nothing is selected.")])
        }
        let isPart = list.more != nil
        let count = isPart ? page.ticks.words(on: screen) : "\(rows.count.grouped) selected"
        let choices = tickChoices(of: list).map { choice in (choice.key.map { number($0) } ?? 0, choice.line) }
        try say([StyledLine("\(count): \(rows.map(\.title).enumerated).")] + Self.lines(of: choices, width: 1))
    }
}

extension ListElement {
    /// Whether the list has rows that can be ticked.
    fileprivate var canTick: Bool { !bulk.isEmpty && !rows.isEmpty }
}
