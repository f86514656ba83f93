import TerminalKit

/// Every key, and what it does.
enum HelpText {
    /// A group's heading, or a key and what it does.
    enum Line {
        case heading(String)
        case key(String, String)
        case blank
    }

    static let lines: [Line] = [
        .heading("Move"),
        .key("↑ ↓  j k", "row by row"),
        .key("PgUp PgDn", "a screenful"),
        .key("Home End  g G", "first, last row"),
        .key("wheel, click", "scroll, select"),
        .blank,
        .heading("Do"),
        .key("Enter", "the first thing"),
        .key("m  Space", "a menu of more"),
        .key("1 … 9", "buttons below"),
        .key("r", "try again"),
        .key(":  Ctrl-P", "all, by name"),
        .blank,
        .heading("Find"),
        .key("/", "filter the rows"),
        .key("Esc", "show all again"),
        .blank,
        .heading("Go"),
        .key("→  o", "follow a link"),
        .key("←  Esc", "go back"),
        .key("Ctrl-Z", "stop for a while"),
        .key("q  Ctrl-C", "leave"),
        .blank,
        .heading("In a form"),
        .key("Tab  Shift-Tab", "next, previous"),
        .key("← →  letters", "choose"),
        .key("Enter", "next, then send"),
        .key("Ctrl-S", "send"),
        .key("Esc", "close, keep it"),
    ]

    /// How many of them can be seen at once.
    static func lineCount(in size: Terminal.Size) -> Int { max(1, min(lines.count, size.lines - 4)) }
}
