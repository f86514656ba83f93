import FeatureKit
import TerminalKit

/// The help text, which lists the keys that do something where the person is, with their effects.
struct HelpText {
    /// Keys with a common purpose.
    struct Group {
        let heading: String
        var keys: [(key: String, label: String)]
    }

    /// The lines of the text.
    let lines: [StyledLine]

    /// Creates the help of what is in front: an overlay, a focused field or the page.
    ///
    /// - Parameter width: The width of a line in cells. From 64 cells on, the groups stand in two columns.
    init(_ state: InteractiveState, width: Int) {
        let groups = Self.groups(state).filter { !$0.keys.isEmpty }
        guard width >= 64, groups.count > 1 else {
            lines = Self.column(groups, width: width)
            return
        }
        let room = (width - 3) / 2
        // The left column gets the number of groups with which the higher column is lowest.
        let splits = (1..<groups.count).map { [Array(groups.prefix($0)), Array(groups.dropFirst($0))] }
        let height = { (split: [[Group]]) in split.map { $0.reduce(0) { $0 + $1.keys.count + 2 } }.max() ?? 0 }
        let columns = (splits.min { height($0) < height($1) } ?? []).map { Self.column($0, width: room) }
        lines = (0..<(columns.map(\.count).max() ?? 0)).map { number in
            var line = number < columns[0].count ? columns[0][number] : StyledLine()
            guard number < columns[1].count else { return line }
            line.append(spaces: room + 3 - line.displayWidth)
            return line + columns[1][number]
        }
    }

    /// Returns the title of the help: what its keys belong to.
    static func title(of state: InteractiveState) -> String {
        if let front = state.behindHelp { return "Keys of the \(type(of: front).name)" }
        return if case .field = state.page.focus { "Keys of the field" } else { "Keys" }
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
        if let front = state.behindHelp { return front.legends(in: state).helpGroups }
        guard case .field(let form, let name) = state.page.focus, let typing = state.page.view.forms[form] else {
            return page(state)
        }
        return field(name, of: typing, state)
    }
}
