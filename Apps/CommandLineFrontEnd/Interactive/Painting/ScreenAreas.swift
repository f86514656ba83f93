import TerminalKit

/// The lines of the terminal, divided by purpose.
struct ScreenAreas {
    let title = 0
    /// The line with the rule below the title; `nil` if there is no room for it.
    let rule: Int?
    let content: Range<Int>
    /// The status line below the content, which shows the position.
    let status: Int?
    /// The line with the screen's buttons.
    let buttons: Int?
    let footer: Int

    init(_ state: InteractiveState) {
        let height = state.size.lines
        let isTall = height >= 8
        footer = max(0, height - 1)
        let hasButtons = !state.screenButtons.isEmpty && height >= 6
        buttons = hasButtons ? footer - 1 : nil
        let bottom = footer - (hasButtons ? 1 : 0)
        rule = isTall ? 1 : nil
        status = isTall || state.page.isFiltering && height >= 4 ? bottom - 1 : nil
        let first = isTall ? 2 : 1
        content = first..<max(first, bottom - (status == nil ? 0 : 1))
    }
}
