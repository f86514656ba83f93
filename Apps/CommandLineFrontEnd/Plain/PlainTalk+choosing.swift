import FeatureKit
import Interaction

extension PlainTalk {
    /// The choices of the current screen in reading order, except its rows.
    var choices: [PlainChoice] {
        var choices = elementChoices
        if case .failed(_, let retry?) = screen.phase {
            choices.append(PlainChoice(retry.title, .press(retry, nil), key: .retry))
        }
        let letters = self.letters
        choices += screen.buttons.filter(\.enabled).map { PlainChoice($0, of: page.manifest, letter: letters[$0]) }
        if let wayBack { choices.append(PlainChoice(wayBack, .back, key: .back)) }
        if let up = screen.up, title(of: up) != previousTitle, !hasLink(to: up) {
            choices.append(PlainChoice("Up to \(title(of: up))", .link(up), key: .up))
        }
        if view.catalogue.count > 1 { choices.append(PlainChoice("Another feature…", .features, key: .features)) }
        return choices.withDistinctKeys
    }

    /// The name of the choice that leads to the place before; `nil` if there is none.
    private var wayBack: String? { previousTitle.map { "Back to \($0)" } }

    /// Whether an element of the screen leads to a place.
    private func hasLink(to place: FeatureLink) -> Bool {
        var isFound = false
        screen.forEachElement { element in
            guard case .link(let link) = element, case .feature(let other) = link.opens else { return }
            if other.isPlace(of: place) { isFound = true }
        }
        return isFound
    }

    /// The choices of all elements except lists: forms, section buttons, sort buttons and links.
    private var elementChoices: [PlainChoice] {
        var choices: [PlainChoice] = []
        let letters = self.letters
        screen.forEachElement { element in
            switch element {
            case .form(let form) where form.enabled:
                let title = title(of: form)
                choices.append(
                    PlainChoice(title, saying: StyledLine("Fill in: \(title)"), .form(form), key: .form(form.id)))
            case .section(let section):
                let prefix = section.title.map { "\($0): " } ?? ""
                choices += section.buttons.filter(\.enabled).map {
                    PlainChoice(
                        $0, of: page.manifest, saying: prefix + $0.title, in: section.id, letter: letters[$0])
                }
            case .list(let list):
                choices += tickChoices(of: list)
                for (number, column) in (list.columns ?? []).enumerated() {
                    guard let sort = column.sort, sort.enabled else { continue }
                    choices.append(
                        PlainChoice(
                            sort.title, saying: StyledLine("\(sort.title) (\(column.title))"), .press(sort, nil),
                            key: .sort(list: list.id, column: number)))
                }
            case .fields(let fields):
                for (number, item) in fields.items.enumerated() {
                    guard let link = item.opens else { continue }
                    choices.append(
                        PlainChoice(
                            "\(item.label): open \(item.value.oneLine)", .link(link),
                            key: .link(fields: fields.id, number: number)))
                }
            case .link(let link):
                // The way back to the place before is a choice of its own.
                guard case .feature(let place) = link.opens, link.title != wayBack else { break }
                choices.append(PlainChoice(link.title, .link(place), key: .element(link.id)))
            case .drawing(let drawing):
                if let tap = drawing.tap, tap.enabled {
                    choices.append(PlainChoice(tap, of: page.manifest, letter: nil))
                }
            case .text, .placeholder, .progress, .chart, .image, .unknown, .form: break
            }
        }
        return choices
    }

    /// The letters that press the buttons of the page.
    private var letters: [Button: Character] {
        var buttons = screen.buttons
        screen.forEachElement { if case .section(let section) = $0 { buttons += section.buttons } }
        let canRetry = if case .failed(_, _?) = screen.phase { true } else { false }
        let keyed = KeyedButton.keyed(
            buttons, canRetry: canRetry, hasRowButtons: screen.hasRowButtons(in: screen.lists), of: page.manifest)
        return Dictionary(keyed.compactMap { each in each.letter.map { (each.button, $0) } }) { first, _ in first }
    }

    func title(of form: FormElement) -> String {
        form.title ?? actions.first { $0.name == form.action }?.title ?? form.action
    }

    /// The choices of all rows.
    private var rowChoices: [PlainChoice] {
        page.allRows.map { list, row in
            PlainChoice(row.title, .row(list, row), key: .row(list: list.id, id: row.id))
        }
    }

    /// Finds the choice that an answer names.
    func find(_ answer: String) -> PlainAnswer {
        let all = rowChoices + choices
        let hint = all.isEmpty ? "there is nothing to choose" : "type the number of a line"
        guard let number = Int(answer), number > 0 else { return PlainAnswer(answer, among: all, hint: hint) }
        if let choice = all.first(where: { $0.key.flatMap { page.numbers[$0] } == number }) { return .chosen(choice) }
        let isGone = page.numbers.values.contains(number)
        return .unclear(
            isGone
                ? "\(number) is no longer on the screen; \(hint)"
                : "\u{201C}\(answer)\u{201D} is not a choice; \(hint)")
    }

    mutating func take(_ target: PlainChoice.Target, _ source: any ScreenSource) async throws {
        switch target {
        case .press(let button, let row): try await press(button, row, source)
        case .edit(let edit, let button, let row): try await press(button, row, editing: edit, source)
        case .pressOnTicked(let button): try await pressOnTicked(button, source)
        case .link(let link): try await open(link, source)
        case .back: break
        case .features: try await chooseFeature(source)
        case .form(let form): try await fill(form, source)
        case .select(let action, let row): try await select(row, by: action, source)
        case .row(let list, let row):
            let keyed = KeyedButton.keyed(row, of: page.manifest)
            var choices = keyed.filter(\.button.enabled).map {
                PlainChoice($0.button, row, of: page.manifest, letter: $0.letter)
            }
            for column in list.columns ?? [] {
                guard let edit = ColumnEdit(column, in: page.manifest), let button = edit.button(in: row),
                    button.enabled
                else {
                    continue
                }
                choices.append(PlainChoice(button.title, .edit(edit, button, row)))
            }
            if let link = row.opens { choices.append(PlainChoice("Open \(link.title ?? row.title)", .link(link))) }
            if let action = list.select { choices.append(PlainChoice("Select", .select(action: action, row))) }
            try say([StyledLine(row.title, .bold)] + details(of: row, in: list))
            guard let chosen = try await choose(choices) else { return }
            try await take(chosen.target, source)
        }
    }

    private mutating func select(_ row: Row, by action: String, _ source: any ScreenSource) async throws {
        do { try await perform(page.manifest.call(selecting: row, by: action), source) } catch let error as Leaving {
            throw error
        } catch { try complain(InteractiveState.message(of: error)) }
    }

    private mutating func choose(_ choices: [PlainChoice]) async throws -> PlainChoice? {
        guard !choices.isEmpty else {
            try say([StyledLine("This row has no actions.")])
            return nil
        }
        let width = String(choices.count).count
        try say(Self.lines(of: choices.enumerated().map { ($0 + 1, $1.line) }, width: width))
        while true {
            guard let answer = try await ask("Number, or Enter to go back") else { throw Leaving() }
            if answer.isEmpty || answer == "." || answer == "q" { return nil }
            if answer == "?" {
                try say(Self.menuHelp)
                continue
            }
            let hint = "choose 1 to \(choices.count)"
            if let number = Int(answer), choices.indices.contains(number - 1) { return choices[number - 1] }
            switch PlainAnswer(answer, among: choices, hint: hint) {
            case .chosen(let choice): return choice
            case .unclear(let problem): try say([StyledLine(problem, TextStyle(tone: .warning))])
            }
        }
    }

    private mutating func chooseFeature(_ source: any ScreenSource) async throws {
        let choices = view.catalogue.map { manifest in
            PlainChoice(
                manifest.title, saying: StyledLine("\(manifest.title): \(manifest.summary)"),
                .link(FeatureLink(feature: manifest.id)))
        }
        guard let chosen = try await choose(choices), case .link(let link) = chosen.target else { return }
        try await open(link, source)
    }

    /// Returns the lines below the title of a row.
    func details(of row: Row, in list: ListElement) -> [StyledLine] {
        list.details(of: row, fields: page.manifest.titledFields).map { item in
            StyledLine("  " + (item.title.isEmpty ? "" : "\(item.title): ") + item.text.oneLine, .dim)
        }
    }
}

extension ListElement {
    /// Returns the sign of a row's tone and the text of the row.
    ///
    /// In a table, each cell follows the title of its column.
    func text(of row: Row) -> String {
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
        return [row.tone?.sign, words].compactMap { $0 }.joined(separator: " ")
    }

    /// Returns the line of a row, which also says whether the row is selected.
    func line(of row: Row) -> StyledLine {
        StyledLine(text(of: row) + (row.id == selected ? " (selected)" : ""), TextStyle(tone: row.tone ?? .plain))
    }
}
