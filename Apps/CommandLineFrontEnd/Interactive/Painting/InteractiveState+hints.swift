import FeatureKit
import Interaction

extension InteractiveState {
    /// The keys that work now and their effects, the most useful key first.
    var hints: [Hint] {
        let hints = front?.legends(in: self).compactMap(\.shownHint) ?? browsingHints
        return cancellable.map { [Hint("^C", "cancel \($0.title)")] + hints } ?? hints
    }

    private var browsingHints: [Hint] {
        if let stop = page.focus { return hints(at: stop) }
        // The actions of an ended session have no effect.
        if page.failure != nil {
            let back = previousTitle == nil ? [] : [Hint("Esc", "back", priority: 1)]
            return (canRestart ? [Hint("r", "start it anew")] : []) + back + placeHints
        }
        return rowHints + pageHints
    }

    private var rowHints: [Hint] {
        var hints: [Hint] = []
        if retry != nil { hints.append(Hint("r", retry?.title ?? "")) }
        let main = isEmptySearch ? nil : mainChoice
        if retry == nil || page.row != nil, let main {
            hints.append(Hint("↵", hint(of: main), isEnabled: main.isEnabled))
        } else if page.row == nil, page.firstField != nil, retry == nil {
            hints.append(page.screen.isOfRecord ? Hint("e", "edit") : Hint("↵", "fill in"))
        }
        if page.hasCells { hints.append(Hint("←→", "cells", priority: 2)) }
        hints += rowButtons.enumerated().compactMap { hint(of: $1, priority: 3 + $0) }
        if let list = tickableList, let row = page.row {
            let isTicked = page.ticks.contains(row.id, in: list.id)
            hints.append(Hint("Space", isTicked ? "untick" : "tick", priority: page.ticks.isEmpty ? 10 : 6))
        } else if let select = selectChoice, mainChoice?.target != select.target {
            hints.append(Hint("Space", "select", priority: 4))
        }
        return hints
    }

    private var pageHints: [Hint] {
        // The Enter key may press one of the buttons.
        let main: Button? = if page.row == nil, case .press(let button, _)? = mainChoice?.target { button } else { nil }
        var hints = pageButtons.filter { $0.button != main }.compactMap {
            hint(of: $0, priority: $0.letter == "n" ? 2 : $0.letter == "r" ? 12 : 8)
        }
        if pageButtons.contains(where: { $0.key == nil }) { hints.append(Hint("m", "more", priority: 2)) }
        if page.layout.hasParts {
            hints.append(Hint("Tab", "next part", priority: 7))
        }
        if !page.layout.tabs.isEmpty { hints.append(Hint("[ ]", "tabs", priority: 3)) }
        if !page.ticks.isEmpty {
            hints.append(Hint("Esc", "clear", priority: 1))
        } else if isPartial {
            hints.append(Hint("Esc", "show all", priority: 1))
        } else if previousTitle != nil {
            hints.append(Hint("Esc", "back", priority: 1))
        } else if let up = page.screen.up {
            hints.append(Hint("Esc", title(of: up), priority: 1))
        }
        if page.searchField != nil {
            hints.append(Hint("/", "search", priority: 2))
        } else if page.totalRowCount > 0 {
            hints.append(Hint("/", "filter", priority: 2))
        }
        if sortButton(isReverse: false) != nil { hints.append(Hint("s", "sort", priority: 11)) }
        return hints + placeHints
    }

    /// The keys that act on the ticked rows, for the line with their number.
    var tickHints: [Hint] {
        // The keys of a focused part have another effect.
        guard page.focus == nil else { return [] }
        return tickButtons.compactMap { keyed in
            keyed.key.map { Hint($0, keyed.label, isEnabled: keyed.button.enabled) }
        } + [Hint("Esc", "clears")]
    }

    private var placeHints: [Hint] { [Hint(":", "commands", priority: 13), Hint("q", "quit", priority: 14)] }

    /// The text of a choice, with an ellipsis if its button asks first.
    private func hint(of main: Choice) -> String {
        guard case .press(let button, nil) = main.target else { return main.hint }
        return pageButtons.first { $0.button == button }.map(label) ?? main.hint
    }

    /// Returns the hint of a button with a key.
    private func hint(of keyed: KeyedButton, priority: Int) -> Hint? {
        keyed.key.map {
            Hint($0, label(of: keyed), priority: priority, isButton: true, isEnabled: keyed.button.enabled)
        }
    }

    private func hints(at stop: PageStop) -> [Hint] {
        switch stop {
        case .rows: []
        case .field(let form, let name): fieldHints(form, name)
        case .decision(let decision, _, _): [Hint("↵", decision.title), Hint("Tab", "next"), Hint("Esc", "leave")]
        case .submit(let form):
            [
                Hint("↵", page.view.forms[form].map { page.submitTitle(of: $0.form) } ?? ""), Hint("Tab", "next"),
                Hint("Esc", "leave"),
            ]
        case .fold(let section):
            [
                Hint("↵", page.view.openFolds.contains(section) ? "close" : "open"), Hint("Tab", "next"),
                Hint("Esc", "leave"),
            ]
        case .button, .pageButton: [Hint("↵", "press"), Hint("Tab", "next"), Hint("Esc", "leave")]
        case .drawing: [Hint("↑↓←→", "move"), Hint("↵", "tap"), Hint("Tab", "next"), Hint("Esc", "leave")]
        case .link, .element: [Hint("↵", "open"), Hint("Tab", "next"), Hint("Esc", "leave")]
        }
    }

    private func fieldHints(_ form: String, _ name: String) -> [Hint] {
        guard let typing = page.view.forms[form] else { return [] }
        let isSearch = page.searchField == .field(form: form, name: name)
        let list = references.flatMap { $0.owner == .page(page.key, form: form, name: name) ? $0 : nil }
        var hints = list?.bindings.compactMap(\.legend.shownHint) ?? []
        if isSearch { hints.append(Hint("↵", "rows")) }
        hints.append(Hint("Tab", "next", priority: 1))
        if typing.entry(name)?.choices != nil { hints.append(Hint("←→", "choose")) }
        if typing.entry(name)?.options.isEmpty == false { hints += [Hint("Space", "tick"), Hint("←→", "move")] }
        if typing.form.submits == .button { hints.append(Hint("^S", page.submitTitle(of: typing.form))) }
        hints += typing.decisions(about: name).compactMap(\.legend.shownHint)
        if list?.isOpen != true { hints.append(Hint("Esc", "leave")) }
        // Also while the text is no date, so that typing does not move other hints.
        if typing.entry(name)?.field.kind == .date { hints.append(Hint("↑↓", "day", priority: 2)) }
        // The width of this hint changes with the form, so no other hint follows it.
        if let button = primaryButton(of: typing) {
            hints.append(Hint("^S", button.title, isEnabled: button.enabled))
        }
        return hints
    }
}

extension Choice {
    /// The text for the footer: the title of a button, or a verb.
    var hint: String {
        if case .press = target { title } else { title.prefix(1).lowercased() + title.dropFirst() }
    }
}
