import FeatureKit
import Interaction

// The keys of a page.

extension HelpText {
    static func page(_ state: InteractiveState) -> [Group] {
        let page = state.page
        var all = [move(page), act(state), tick(state), find(state), go(state)]
        if page.layout.stops.contains(where: { if case .field = $0.stop { true } else { false } })
            || state.pageButtons.contains(where: \.asksFirst) || state.rowButtons.contains(where: \.asksFirst)
        {
            all.append(
                Group(
                    heading: "In a form",
                    keys: [
                        ("Tab  Shift-Tab", "next, back"), ("Ctrl-S", "send"), ("Esc", "keep as draft"),
                        ("F1", "all its keys"),
                    ]))
        }
        return all
    }

    private static func move(_ page: InteractivePage) -> Group {
        var keys: [(key: String, label: String)] = []
        let letters = page.screen.buttons.contains(where: \.role.isStep) ? "" : "  j k"
        if page.layout.rowCount > 0 {
            keys += [("↑ ↓\(letters)", "row by row"), ("Ctrl-D Ctrl-U", "half a screenful")]
            keys += [("PgUp PgDn", "a screenful"), ("Home End  g G", "first, last row")]
        } else if page.layout.lineCount > page.height {
            keys += [("↑ ↓\(letters)", "scroll")]
        }
        if page.hasCells { keys.append(("← →", "cells")) }
        if page.list.flatMap({ page.layout.rows(of: $0.id) })?.lastSkipped ?? 0 > 0 {
            keys.append(("<  >", "more columns"))
        }
        if page.layout.hasParts {
            keys.append(("Tab", "next part"))
        }
        if !page.layout.tabs.isEmpty { keys.append(("[  ]", "tabs")) }
        return Group(heading: "Move", keys: keys)
    }

    private static func act(_ state: InteractiveState) -> Group {
        var keys: [(key: String, label: String)] = []
        if let retry = state.retry { keys.append(("r", retry.title)) }
        if state.canRestart { keys.append(("r", "start it anew")) }
        if let main = state.mainChoice { keys.append(("Enter", main.hint)) }
        if state.tickableList == nil, state.selectChoice != nil { keys.append(("Space", "select")) }
        let ticked = Set(state.tickButtons.map(\.button.action))
        let buttons = state.rowButtons.filter { !ticked.contains($0.button.action) } + state.pageButtons
        for button in buttons where button.key != nil && button.button.role.stepKeys == nil {
            let both = [button.digit, button.letter].compactMap { $0.map { String($0) } }
            let label = state.label(of: button) + (button.button.enabled ? "" : " (not now)")
            keys.append((both.joined(separator: "  "), label))
        }
        if state.menu != nil { keys.append(("m", "all actions")) }
        if let key = state.offer.map(state.key) { keys.append((String(key), "the notice\u{2019}s key")) }
        keys.append((":  Ctrl-P", "all commands"))
        keys.append(state.page.row == nil ? ("y", "copy the page") : ("y  Y", "copy row, page"))
        if buttons.contains(where: state.hasDraft) { keys.append((InteractiveState.draftMark, "a draft is kept")) }
        return Group(heading: "Do", keys: keys)
    }

    private static func tick(_ state: InteractiveState) -> Group {
        guard state.tickableList != nil else { return Group(heading: "Select several", keys: []) }
        var keys = [
            ("Space", "tick, untick"), ("V", "tick up to here"), ("*", "all loaded, none"),
        ]
        keys += state.tickButtons.compactMap { keyed in keyed.key.map { ($0, "\(keyed.button.title) all ticked") } }
        if !state.page.ticks.isEmpty { keys.append(("Esc", "untick all")) }
        return Group(heading: "Select several", keys: keys)
    }

    private static func find(_ state: InteractiveState) -> Group {
        var keys: [(key: String, label: String)] = []
        if state.page.searchField != nil {
            keys.append(("/", "search"))
        } else if state.page.totalRowCount > 0 {
            keys.append(("/", "filter rows"))
        }
        if state.sortButton(isReverse: false) != nil { keys.append(("s  S", "sort, reverse")) }
        return Group(heading: "Find", keys: keys)
    }

    private static func go(_ state: InteractiveState) -> Group {
        var keys: [(key: String, label: String)] = []
        for button in state.screenButtons { if let names = button.role.stepKeys { keys.append((names, button.title)) } }
        if state.page.row?.opens != nil { keys.append((state.page.hasCells ? "l  o" : "→  l  o", "follow the link")) }
        if state.previousTitle != nil || state.page.screen.up != nil {
            keys.append((state.page.hasCells ? "Esc" : "←  Esc", "go back, then up"))
        }
        return Group(heading: "Go", keys: keys + [("Ctrl-Z", "suspend"), ("q  Ctrl-C", "leave")])
    }
}
