import TerminalKit

/// The help text, which lists all keys and their effects.
enum HelpText {
    /// A line of the help: the heading of a group, or a key with its effect.
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
        .key("Tab", "fields, folds, links"),
        .key("[  ]", "tabs"),
        .blank,
        .heading("Do"),
        .key("Enter", "open, select, choose"),
        .key("m  Space", "menu of choices"),
        .key("1 … 9", "buttons below"),
        .key("b c d i o p w z", "buttons with this letter"),
        .key("u", "the notice's button"),
        .key("r", "try again"),
        .key(":  Ctrl-P", "find an action by name"),
        .blank,
        .heading("Find"),
        .key("/", "search or filter rows"),
        .key("s  S", "sort, reverse"),
        .key("Esc", "show all again"),
        .blank,
        .heading("Go"),
        .key("→  o", "follow a link"),
        .key("←  Esc", "go back, then up"),
        .key("Ctrl-Z", "suspend the program"),
        .key("q  Ctrl-C", "leave"),
        .blank,
        .heading("In a form"),
        .key("Tab  Shift-Tab", "next, previous"),
        .key("← →  letters", "choose"),
        .key("Enter", "next, then send"),
        .key("Ctrl-S", "send"),
        .key("Ctrl-T", "take theirs"),
        .key("Esc", "keep as draft"),
    ]

    /// Returns the number of help lines that are visible at once.
    static func lineCount(in size: Terminal.Size) -> Int { max(1, min(lines.count, size.lines - 4)) }
}
