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

    /// Returns the title of the help: what its keys belong to.
    static func title(of state: InteractiveState) -> String {
        switch state.overlay {
        case .form: "Keys of the form"
        case .confirmation: "Keys of the question"
        case .palette: "Keys of the commands"
        case .menu: "Keys of the menu"
        case .details: "Keys of the details"
        case nil where state.page.isFiltering: "Keys of the filter"
        case nil: if case .field = state.page.focus { "Keys of the field" } else { "Keys" }
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
        switch state.overlay {
        case .form(let form): self.form(form)
        case .confirmation(let confirmation): question(confirmation)
        case .palette: palette
        case .menu: menu
        case .details: details(state)
        case nil where state.page.isFiltering: filter
        case nil:
            if case .field(let form, let name) = state.page.focus, let typing = state.page.view.forms[form] {
                field(name, of: typing, state)
            } else {
                page(state)
            }
        }
    }
}
