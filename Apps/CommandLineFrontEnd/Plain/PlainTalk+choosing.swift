import FeatureKit

extension PlainTalk {
    struct PlainChoice {
        enum Target {
            case row(Row)
            case press(Button, Row?)
            case link(FeatureLink)
            case rows(from: Int)
            case features
        }
        let title: StyledLine
        let target: Target
    }

    func choices(isFirst: Bool) -> [PlainChoice] {
        var choices: [PlainChoice] = []
        let rows = shownRows
        choices += rows.map { row in
            let text = [row.tone?.sign, row.title, row.detail].compactMap { $0 }.joined(separator: " ")
            return PlainChoice(title: StyledLine(text, TextStyle(tone: row.tone ?? .plain)), target: .row(row))
        }
        if firstRow > 0 {
            choices.append(
                PlainChoice(
                    title: StyledLine("Rows before these"), target: .rows(from: max(0, firstRow - Self.rowsLimit))))
        }
        let next = firstRow + rows.count
        if next < allRows.count {
            let title =
                "Rows after these, \(next + 1) to \(min(allRows.count, next + Self.rowsLimit)) of \(allRows.count)"
            choices.append(PlainChoice(title: StyledLine(title), target: .rows(from: next)))
        } else {
            for case .list(let list) in screen.elements {
                if let more = list.more, more.enabled { choices.append(press(more)) }
            }
        }
        if case .failed(_, let retry?) = screen.phase { choices.append(press(retry)) }
        choices += screen.buttons.filter(\.enabled).map { press($0) }
        if view.catalogue.count > 1 {
            choices.append(PlainChoice(title: StyledLine("Another feature…"), target: .features))
        }
        return choices
    }

    func press(_ button: Button, _ row: Row? = nil) -> PlainChoice {
        PlainChoice(title: StyledLine(button.title), target: .press(button, row))
    }

    var allRows: [Row] {
        screen.elements.flatMap { element -> [Row] in if case .list(let list) = element { list.rows } else { [] } }
    }

    var shownRows: ArraySlice<Row> { allRows.dropFirst(firstRow).prefix(Self.rowsLimit) }

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
        try say(numbered(choices))
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
