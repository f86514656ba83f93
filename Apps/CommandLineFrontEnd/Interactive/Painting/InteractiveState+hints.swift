import FeatureKit

extension InteractiveState {
    /// The keys that work now and their effects, the most useful key first.
    var hints: [(key: String, label: String)] {
        switch overlay {
        case .help: return [("Esc", "close"), ("↑↓", "scroll")]
        case .menu: return [("↵", "choose"), ("↑↓", "move"), ("Esc", "close")]
        case .palette: return [("↵", "choose"), ("↑↓", "move"), ("Esc", "close")]
        case .confirmation(let confirmation):
            return [("y", confirmation.button.title), ("n", "cancel"), ("←→", "choose")]
        case .form(let form):
            if form.call != nil { return [("Esc", "close")] }
            let entry = form.entries.indices.contains(form.focus) ? form.entries[form.focus] : nil
            let isChoice = entry?.choices != nil
            let enter =
                form.isOnCancel ? "cancel" : form.focus >= form.entries.count - 1 ? form.button.title : "next"
            let own: [(key: String, label: String)] =
                isChoice
                ? [("←→", "choose")]
                : entry?.options.isEmpty == false
                    ? [("Space", "tick")] : entry?.field.isSlider == true ? [("←→", "move")] : []
            return [("↵", entry?.field.hasLines == true ? "new line" : enter)] + own + [
                ("Tab", "next"), ("^S", "send"), ("Esc", "close"),
            ]
        case nil: return browsingHints
        }
    }

    private var browsingHints: [(key: String, label: String)] {
        if page.isFiltering { return [("↵", "done"), ("Esc", "show all"), ("↑↓", "move")] }
        if let stop = page.focus { return hints(at: stop) }
        var hints: [(key: String, label: String)] = []
        if retry != nil { hints.append(("r", retry?.title ?? "")) }
        if retry == nil || page.row != nil, let main = mainChoice, main.isEnabled { hints.append(("↵", main.title)) }
        for button in (page.row?.buttons ?? []) where button.enabled {
            if let key = button.usableKey { hints.append((key, button.title)) }
        }
        if rowChoices.count > 1, mainChoice?.target != .rowMenu { hints.append(("m", "more")) }
        if page.layout.stops.contains(where: { if case .rows = $0.stop { false } else { true } }) {
            hints.append(("Tab", "next part"))
        }
        if !page.layout.tabs.isEmpty { hints.append(("[ ]", "tabs")) }
        if sortButton(isReverse: false) != nil { hints.append(("s", "sort")) }
        if !page.filter.isEmpty || page.isSearched {
            hints.append(("Esc", "show all"))
        } else if previousTitle != nil {
            hints.append(("Esc", "back"))
        } else if let up = page.screen.up {
            hints.append(("Esc", title(of: up)))
        }
        if page.searchField != nil {
            hints.append(("/", "search"))
        } else if page.totalRowCount > 0 {
            hints.append(("/", "filter"))
        }
        return hints + [(":", "all"), ("q", "quit")]
    }

    private func hints(at stop: PageStop) -> [(key: String, label: String)] {
        switch stop {
        case .rows: []
        case .field(let form, let name): fieldHints(form, name)
        case .submit(let form):
            [("↵", page.view.forms[form].map { title(of: $0.form) } ?? ""), ("Tab", "next"), ("Esc", "leave")]
        case .fold(let section):
            [("↵", page.view.openFolds.contains(section) ? "close" : "open"), ("Tab", "next"), ("Esc", "leave")]
        case .button: [("↵", "press"), ("Tab", "next"), ("Esc", "leave")]
        case .link, .element: [("↵", "open"), ("Tab", "next"), ("Esc", "leave")]
        }
    }

    private func fieldHints(_ form: String, _ name: String) -> [(key: String, label: String)] {
        guard let typing = page.view.forms[form] else { return [] }
        let isSearch = page.searchField == .field(form: form, name: name)
        var hints: [(key: String, label: String)] = isSearch ? [("↵", "rows"), ("Tab", "next")] : [("Tab", "next")]
        if typing.entry(name)?.choices != nil { hints.append(("←→", "choose")) }
        if typing.form.submits == .button { hints.append(("^S", title(of: typing.form))) }
        if typing.form.problems[name]?.theirs != nil { hints.append(("^T", "take theirs")) }
        return hints + [("Esc", "leave")]
    }

    private func title(of form: FormElement) -> String {
        page.manifest.action(named: form.action)?.title ?? form.action
    }
}
