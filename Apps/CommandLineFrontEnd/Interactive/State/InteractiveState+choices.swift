import FeatureKit

extension InteractiveState {
    /// What can be asked for the selected row, by its buttons and its link.
    var rowChoices: [Choice] {
        guard let row = page.row else { return [] }
        return row.buttons.map { Choice($0, of: row) } + (linkChoice(of: row).map { [$0] } ?? [])
    }

    private func linkChoice(of row: Row) -> Choice? {
        row.opens.map { link in
            let title = catalogue.first { $0.id == link.feature }?.title ?? link.feature
            return Choice("Open \(title)", .open(link))
        }
    }

    /// The buttons of the screen as a whole, as the digits press them.
    var screenButtons: [Button] { page.screen.buttons }

    /// The button that tries again what failed.
    var retry: Button? {
        if case .failed(_, let retry) = page.screen.phase { retry } else { nil }
    }

    /// What the enter key does where no row is in the way.
    var mainButton: Button? {
        retry ?? screenButtons.first { $0.role == .primary && $0.enabled } ?? screenButtons.first(where: \.enabled)
    }

    /// What the enter key does.
    var mainChoice: Choice? {
        guard let row = page.row else { return mainButton.map { Choice($0) } }
        return row.buttons.first.map { Choice($0, of: row) } ?? linkChoice(of: row)
    }

    /// The menu of the selected row and the screen.
    var menu: MenuState? {
        let aboutRow = rowChoices
        let choices = aboutRow + (retry.map { [Choice($0)] } ?? []) + screenButtons.map { Choice($0) }
        return choices.isEmpty
            ? nil : MenuState(title: page.row?.title ?? page.title, choices: choices, rowCount: aboutRow.count)
    }

    /// Everything that can be asked for: the row's and the screen's buttons, actions that no button is for, features.
    var palette: PaletteState {
        let row = page.row
        var choices = rowChoices.map { choice in
            var choice = choice
            choice.detail = row?.title ?? ""
            return choice
        }
        choices += (retry.map { [Choice($0)] } ?? []) + screenButtons.map { Choice($0) }
        let offered = Set(
            choices.compactMap { if case .press(let button, _) = $0.target { button.action } else { nil } })
        let more = page.screen.elements.compactMap { element in
            if case .list(let list) = element { list.more } else { nil }
        }
        choices += more.filter { !offered.contains($0.action) }.map { Choice($0) }
        let rest = page.manifest.actions.filter { action in
            !offered.contains(action.name) && !more.contains { $0.action == action.name }
        }
        choices += rest.map { Choice(Button($0)) }
        choices += catalogue.map { Choice($0.title, detail: $0.summary, .open(FeatureLink(feature: $0.id))) }
        if page.totalRowCount > 0 { choices.append(Choice("Filter", detail: "narrow the rows shown", .filter)) }
        choices.append(Choice("Help", detail: "every key", .help))
        if pages.count > 1 { choices.append(Choice("Back", detail: pages[pages.count - 2].title, .back)) }
        choices.append(Choice("Quit", detail: "leave", .leave))
        return PaletteState(choices)
    }
}
