import TerminalKit

/// The lines of the terminal, divided by purpose.
struct ScreenAreas {
    let title = 0
    /// The rule below the title; `nil` if there is no room for it.
    let rule: Int?
    let content: Range<Int>
    /// The line that shows notices, the filter and the position; `nil` if there is no room for it.
    let message: Int?
    /// The rule above the footer; `nil` if there is no room for it.
    let bottomRule: Int?
    let footer: Int
    /// The notices, with their places.
    let notices: NoticeLayout
    /// The line below the lines that a box may cover.
    let boxEnd: Int

    init(_ state: InteractiveState) {
        let height = state.size.lines
        // On a low terminal, rows are worth more than rules.
        let isTall = height >= 16
        footer = max(0, height - 1)
        rule = isTall ? 1 : nil
        bottomRule = isTall ? footer - 1 : nil
        message = height >= 5 ? footer - (isTall ? 2 : 1) : nil
        let first = isTall ? 2 : 1
        let lines = first..<max(first, message ?? footer)
        // The page ends above the notices, so that they do not hide the row with the cursor.
        notices = NoticeLayout(state, content: lines, message: message, footer: footer)
        content = first..<max(first, notices.top)
        boxEnd = notices.items.last { $0.isPinned }?.line ?? footer
    }
}

extension InteractiveState {
    /// The message that is shown instead of everything else if the terminal is too small; `nil` if it is large enough.
    var sizeProblem: String? {
        // A box needs its borders, two lines and its buttons above the footer. A page needs its title, two lines and its
        // footer.
        let (columns, lines) = (16, overlay == nil && help == nil ? 4 : 6)
        if size.columns < columns { return "Too narrow: needs \(columns) columns" }
        return size.lines < lines ? "Too low: needs \(lines) lines" : nil
    }
}
