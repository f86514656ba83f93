import FeatureKit
import TerminalKit

/// The help text, which lists the keys that do something on the page, with their effects.
struct HelpText {
    private struct Group {
        let heading: String
        var keys: [(key: String, label: String)]
    }

    /// The lines of the text.
    let lines: [StyledLine]

    /// Creates the help of a page.
    ///
    /// - Parameter width: The width of a line in cells. From 64 cells on, the groups stand in two columns.
    init(_ state: InteractiveState, width: Int) {
        let groups = Self.groups(state).filter { !$0.keys.isEmpty }
        guard width >= 64 else {
            lines = Self.column(groups, width: width)
            return
        }
        let room = (width - 3) / 2
        // Both columns get about the same number of lines.
        let all = groups.reduce(0) { $0 + $1.keys.count + 2 }
        var left: [Group] = []
        while left.reduce(0, { $0 + $1.keys.count + 2 }) * 2 < all, left.count < groups.count {
            left.append(groups[left.count])
        }
        let columns = [left, Array(groups.dropFirst(left.count))].map { Self.column($0, width: room) }
        lines = (0..<(columns.map(\.count).max() ?? 0)).map { number in
            var line = number < columns[0].count ? columns[0][number] : StyledLine()
            guard number < columns[1].count else { return line }
            line.append(spaces: room + 3 - line.displayWidth)
            return line + columns[1][number]
        }
    }

    private static func column(_ groups: [Group], width: Int) -> [StyledLine] {
        let widest = groups.flatMap(\.keys).map(\.key.displayWidth).max() ?? 0
        return groups.enumerated().flatMap { number, group in
            let keys = group.keys.map { key, label in
                StyledLine(key, TextStyle(tone: .accent, bold: true))
                    + StyledLine(label.madeVisible.clipped(to: max(1, width - widest - 2)))
                    .indented(widest + 2 - key.displayWidth)
            }
            return (number == 0 ? [] : [StyledLine()]) + [StyledLine(group.heading, .bold)] + keys
        }
    }

    private static func groups(_ state: InteractiveState) -> [Group] {
        let page = state.page
        var all = [move(page), act(state), find(state), go(state)]
        if page.layout.stops.contains(where: { if case .field = $0.stop { true } else { false } })
            || state.pageButtons.contains(where: \.asksFirst) || state.rowButtons.contains(where: \.asksFirst)
        {
            all.append(
                Group(
                    heading: "In a form",
                    keys: [
                        ("Tab  Shift-Tab", "next, back"), ("← →  letters", "choose"),
                        ("Enter", "next, then send"), ("Ctrl-S", "send"), ("Ctrl-T", "take theirs"),
                        ("Esc", "keep as draft"),
                    ]))
        }
        return all
    }

    private static func move(_ page: InteractivePage) -> Group {
        var keys: [(key: String, label: String)] = []
        if page.layout.rowCount > 0 {
            keys += [("↑ ↓  j k", "row by row"), ("Ctrl-D Ctrl-U", "half a screenful")]
            keys += [("PgUp PgDn", "a screenful"), ("Home End  g G", "first, last row")]
        } else if page.layout.lineCount > page.height {
            keys += [("↑ ↓  j k", "scroll")]
        }
        if page.list.flatMap({ page.layout.rows(of: $0.id) })?.lastSkipped ?? 0 > 0 {
            keys.append(("<  >", "more columns"))
        }
        if page.layout.stops.contains(where: { if case .rows = $0.stop { false } else { true } }) {
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
        if state.selectChoice != nil { keys.append(("Space", "select")) }
        for button in state.rowButtons + state.pageButtons where button.key != nil {
            let both = [button.digit, button.letter].compactMap { $0.map { String($0) } }
            keys.append((both.joined(separator: "  "), button.label + (button.button.enabled ? "" : " (not now)")))
        }
        if state.menu != nil { keys.append(("m", "all actions")) }
        if state.offer != nil { keys.append(("u", "the notice\u{2019}s key")) }
        keys.append((":  Ctrl-P", "all commands"))
        keys.append(state.page.row == nil ? ("y", "copy the page") : ("y  Y", "copy row, page"))
        return Group(heading: "Do", keys: keys)
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
        if state.page.row?.opens != nil { keys.append(("→  l  o", "follow the link")) }
        if state.previousTitle != nil || state.page.screen.up != nil { keys.append(("←  Esc", "go back, then up")) }
        return Group(heading: "Go", keys: keys + [("Ctrl-Z", "suspend"), ("q  Ctrl-C", "leave")])
    }
}
