import FeatureKit

extension PlainTalk {
    struct PlainChoice {
        /// What tells a choice from others, on whatever screen of the page it stands.
        enum Key: Hashable {
            case row(list: String, id: String)
            case press(String, [String: FieldValue])
            case rowsBefore, rowsAfter, features
        }
        enum Target {
            case row(Row)
            case press(Button, Row?)
            case link(FeatureLink)
            case rows(from: Int)
            case features
        }
        let title: StyledLine
        let target: Target
        var key: Key?
    }

    /// What can be chosen on the screen, in the order that it is read in.
    func choices() -> [PlainChoice] {
        var choices: [PlainChoice] = []
        let rows = shownRows
        choices += rows.map { list, row in
            let text = [row.tone?.sign, row.title, row.detail].compactMap { $0 }.joined(separator: " ")
            return PlainChoice(
                title: StyledLine(text, TextStyle(tone: row.tone ?? .plain)), target: .row(row),
                key: .row(list: list, id: row.id))
        }
        if firstRow > 0 {
            choices.append(
                PlainChoice(
                    title: StyledLine("Rows before these"), target: .rows(from: max(0, firstRow - Self.rowsLimit)),
                    key: .rowsBefore))
        }
        let next = firstRow + rows.count
        if next < allRows.count {
            let title =
                "Rows after these, \(next + 1) to \(min(allRows.count, next + Self.rowsLimit)) of \(allRows.count)"
            choices.append(PlainChoice(title: StyledLine(title), target: .rows(from: next), key: .rowsAfter))
        } else {
            for case .list(let list) in screen.elements {
                if let more = list.more, more.enabled { choices.append(press(more)) }
            }
        }
        if case .failed(_, let retry?) = screen.phase { choices.append(press(retry)) }
        choices += screen.buttons.filter(\.enabled).map { press($0) }
        if view.catalogue.count > 1 {
            choices.append(PlainChoice(title: StyledLine("Another feature…"), target: .features, key: .features))
        }
        return choices
    }

    func press(_ button: Button, _ row: Row? = nil) -> PlainChoice {
        PlainChoice(
            title: StyledLine(button.title), target: .press(button, row),
            key: .press(button.action, button.arguments))
    }

    /// Numbers choices so that each keeps its number for as long as its page is spoken of: what was read out stays true
    /// when rows come and go.
    mutating func number(_ choices: [PlainChoice]) -> [(number: Int, choice: PlainChoice)] {
        var taken: Set<Int> = []
        return choices.map { choice in
            var number = choice.key.flatMap { numbers[$0] } ?? 0
            // Two buttons may do the same.
            if number == 0 || !taken.insert(number).inserted {
                lastNumber += 1
                number = lastNumber
                taken.insert(number)
                if let key = choice.key, numbers[key] == nil { numbers[key] = number }
            }
            return (number, choice)
        }
    }

    /// The rows of all lists, each with its list's id.
    var allRows: [(list: String, row: Row)] {
        screen.elements.flatMap { element -> [(list: String, row: Row)] in
            if case .list(let list) = element { list.rows.map { (list.id, $0) } } else { [] }
        }
    }

    var shownRows: ArraySlice<(list: String, row: Row)> { allRows.dropFirst(firstRow).prefix(Self.rowsLimit) }

    mutating func take(_ target: PlainChoice.Target, _ source: any ScreenSource) async throws {
        switch target {
        case .rows(let first): firstRow = first
        case .press(let button, let row): try await press(button, row, source)
        case .link(let link): try await open(link)
        case .features: try await chooseFeature()
        case .row(let row):
            var choices: [PlainChoice] = row.buttons.filter(\.enabled).map { press($0, row) }
            if let link = row.opens {
                choices.append(PlainChoice(title: StyledLine("Open \(link.feature)"), target: .link(link)))
            }
            let values = row.values.sorted { $0.key < $1.key }.map { StyledLine("  \($0.key): \($0.value)", .dim) }
            try say([StyledLine(row.title, .bold)] + values)
            guard let chosen = try await choose(choices) else { return }
            try await take(chosen.target, source)
        }
    }

    mutating func choose(_ choices: [PlainChoice]) async throws -> PlainChoice? {
        guard !choices.isEmpty else {
            try say([StyledLine("There is nothing to do with it.")])
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

    mutating func chooseFeature() async throws {
        let choices = view.catalogue.map { manifest in
            PlainChoice(
                title: StyledLine("\(manifest.title): \(manifest.summary)"),
                target: .link(FeatureLink(feature: manifest.id)))
        }
        guard let chosen = try await choose(choices), case .link(let link) = chosen.target else { return }
        try await open(link)
    }

    mutating func open(_ link: FeatureLink) async throws {
        do {
            let source = try view.follow(link)
            try await show(source, isFirst: false)
            (failure, isStale) = (nil, false)
        } catch let error as FeatureError {
            try say([StyledLine("✗ \(error.message)", TextStyle(tone: .critical))])
        }
    }
}
