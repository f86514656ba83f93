import FeatureKit

extension PlainTalk {
    struct PlainChoice {
        /// The identity of a choice, which stays the same on all screens of a page.
        enum Key: Hashable {
            case row(list: String, id: String)
            case press(String, [String: FieldValue], section: String?)
            case form(String)
            case link(fields: String, number: Int)
            case element(String)
            case rowsBefore, rowsAfter, back, up, features
        }
        enum Target {
            case row(ListElement, Row)
            case press(Button, Row?)
            case select(action: String, Row)
            case form(FormElement)
            case link(FeatureLink)
            case rows(from: Int)
            case back, features
        }
        let title: StyledLine
        let target: Target
        var key: Key?
    }

    /// The screen's choices in reading order.
    func choices() -> [PlainChoice] {
        var choices: [PlainChoice] = []
        let rows = shownRows
        choices += rows.map { list, row in
            let text = [row.tone?.sign, list.words(of: row)].compactMap { $0 }.joined(separator: " ")
            return PlainChoice(
                title: StyledLine(text, TextStyle(tone: row.tone ?? .plain)), target: .row(list, row),
                key: .row(list: list.id, id: row.id))
        }
        if firstRow > 0 {
            choices.append(
                PlainChoice(
                    title: StyledLine("Previous rows"), target: .rows(from: max(0, firstRow - Self.rowsLimit)),
                    key: .rowsBefore))
        }
        let next = firstRow + rows.count
        if next < allRows.count {
            let title =
                "Next rows, \(next + 1) to \(min(allRows.count, next + Self.rowsLimit)) of \(allRows.count)"
            choices.append(PlainChoice(title: StyledLine(title), target: .rows(from: next), key: .rowsAfter))
        } else {
            for list in screen.lists { if let more = list.more, more.enabled { choices.append(press(more)) } }
        }
        choices += elementChoices
        if case .failed(_, let retry?) = screen.phase { choices.append(press(retry)) }
        choices += screen.buttons.filter(\.enabled).map { press($0) }
        choices += ways
        if view.catalogue.count > 1 {
            choices.append(PlainChoice(title: StyledLine("Another feature…"), target: .features, key: .features))
        }
        return choices
    }

    /// The choices that go back and up.
    private var ways: [PlainChoice] {
        var choices: [PlainChoice] = []
        if let previousTitle {
            choices.append(PlainChoice(title: StyledLine("Back to \(previousTitle)"), target: .back, key: .back))
        }
        if let up = screen.up, title(of: up) != previousTitle {
            choices.append(PlainChoice(title: StyledLine("Up to \(title(of: up))"), target: .link(up), key: .up))
        }
        return choices
    }

    /// The choices of all elements except lists: forms, section buttons, sort buttons and links.
    private var elementChoices: [PlainChoice] {
        var choices: [PlainChoice] = []
        screen.forEachElement { element in
            switch element {
            case .form(let form):
                let title = form.title ?? actions.first { $0.name == form.action }?.title ?? form.action
                guard form.enabled else { break }
                choices.append(
                    PlainChoice(title: StyledLine("Fill in: \(title)"), target: .form(form), key: .form(form.id)))
            case .section(let section):
                let prefix = section.title.map { "\($0): " } ?? ""
                choices += section.buttons.filter(\.enabled).map {
                    press($0, saying: prefix + $0.title, in: section.id)
                }
            case .list(let list):
                let orders = (list.columns ?? []).compactMap { column in column.sort.map { (column, $0) } }
                choices += orders.filter(\.1.enabled).map { press($1, saying: "\($1.title) (\($0.title))") }
            case .fields(let fields):
                for (number, item) in fields.items.enumerated() {
                    guard let link = item.opens else { continue }
                    choices.append(
                        PlainChoice(
                            title: StyledLine("\(item.label): open \(item.value.oneLine)"), target: .link(link),
                            key: .link(fields: fields.id, number: number)))
                }
            case .link(let link):
                guard case .feature(let place) = link.opens else { break }
                choices.append(
                    PlainChoice(title: StyledLine("Open \(link.title)"), target: .link(place), key: .element(link.id)))
            case .text, .placeholder, .unknown: break
            }
        }
        return choices
    }

    func press(
        _ button: Button, _ row: Row? = nil, saying title: String? = nil, in section: String? = nil
    ) -> PlainChoice {
        PlainChoice(
            title: StyledLine(title ?? button.title), target: .press(button, row),
            key: .press(button.action, button.arguments, section: section))
    }

    /// Assigns a number to each choice.
    ///
    /// A choice keeps its number while its page is current. A number that a screen reader has read aloud therefore
    /// stays valid when the rows change.
    mutating func number(_ choices: [PlainChoice]) -> [(number: Int, choice: PlainChoice)] {
        var taken: Set<Int> = []
        return choices.map { choice in
            var number = choice.key.flatMap { numbers[$0] } ?? 0
            // If two buttons have the same effect, they have the same key, so another button may already have this
            // number.
            if number == 0 || !taken.insert(number).inserted {
                lastNumber += 1
                number = lastNumber
                taken.insert(number)
                if let key = choice.key, numbers[key] == nil { numbers[key] = number }
            }
            return (number, choice)
        }
    }

    /// The rows of all lists, each paired with its list.
    var allRows: [(list: ListElement, row: Row)] { screen.lists.flatMap { list in list.rows.map { (list, $0) } } }

    var shownRows: ArraySlice<(list: ListElement, row: Row)> { allRows.dropFirst(firstRow).prefix(Self.rowsLimit) }

    mutating func take(_ target: PlainChoice.Target, _ source: any ScreenSource) async throws {
        switch target {
        case .rows(let first): firstRow = first
        case .press(let button, let row): try await press(button, row, source)
        case .link(let link): try await open(link, source)
        case .back: break
        case .features: try await chooseFeature(source)
        case .form(let form): try await fill(form, source)
        case .select(let action, let row): try await select(row, by: action, source)
        case .row(let list, let row):
            var choices: [PlainChoice] = row.buttons.filter(\.enabled).map { press($0, row) }
            if let link = row.opens {
                choices.append(PlainChoice(title: StyledLine("Open \(link.title ?? row.title)"), target: .link(link)))
            }
            if let action = list.select {
                choices.append(PlainChoice(title: StyledLine("Select"), target: .select(action: action, row)))
            }
            let values = row.values.sorted { $0.key < $1.key }.map { StyledLine("  \($0.key): \($0.value)", .dim) }
            try say([StyledLine(row.title, .bold)] + values)
            guard let chosen = try await choose(choices) else { return }
            try await take(chosen.target, source)
        }
    }

    private mutating func select(_ row: Row, by action: String, _ source: any ScreenSource) async throws {
        do { try await perform(Call(action, ["id": .text(row.id)]), source) } catch let error as Leaving {
            throw error
        } catch { try complain(InteractiveState.message(of: error)) }
    }

    mutating func choose(_ choices: [PlainChoice]) async throws -> PlainChoice? {
        guard !choices.isEmpty else {
            try say([StyledLine("This row has no actions.")])
            return nil
        }
        let numbered = choices.enumerated().map { (number: $0 + 1, choice: $1) }
        try say(lines(of: numbered[...], among: numbered))
        while true {
            guard let answer = try await ask("Number, or Enter to go back") else { throw Leaving() }
            if answer.isEmpty || answer == "." || answer == "q" { return nil }
            if let number = Int(answer), choices.indices.contains(number - 1) { return choices[number - 1] }
            try say([StyledLine("Choose 1 to \(choices.count).", TextStyle(tone: .warning))])
        }
    }

    mutating func chooseFeature(_ source: any ScreenSource) async throws {
        let choices = view.catalogue.map { manifest in
            PlainChoice(
                title: StyledLine("\(manifest.title): \(manifest.summary)"),
                target: .link(FeatureLink(feature: manifest.id)))
        }
        guard let chosen = try await choose(choices), case .link(let link) = chosen.target else { return }
        try await open(link, source)
    }
}

extension ListElement {
    /// Returns the text of a row.
    ///
    /// In a table, each cell follows the title of its column. The text also says whether the row is selected.
    func words(of row: Row) -> String {
        let words: String
        if let columns {
            let cells = columns.compactMap { column in
                let text = column.text(of: row)
                return text.isEmpty ? nil : column.title.isEmpty ? text : "\(column.title): \(text)"
            }
            words = cells.joined(separator: ", ")
        } else {
            words = [row.title, row.detail].compactMap { $0 }.joined(separator: " ")
        }
        return words + (row.id == selected ? " (selected)" : "")
    }
}
