import FeatureKit
import Interaction

// The keys of what is in front of a page, and of the fields on it.

extension HelpText {
    static func form(_ form: FormState) -> [Group] {
        var keys: [(key: String, label: String)] = [
            ("Ctrl-S", form.submitTitle), ("Enter", "next, then send"), ("Esc", "keep as draft"),
        ]
        if form.hasConflicts { keys += conflict }
        let entry = form.focusedEntry
        return [
            Group(heading: "Send", keys: keys),
            Group(heading: "Move", keys: [("Tab  Shift-Tab", "next, back")] + arrows(in: entry, "next, back")),
        ] + fill(entry)
    }

    static func field(_ name: String, of typing: FormTyping, _ state: InteractiveState) -> [Group] {
        let isSearch = state.page.focus == state.page.searchField
        var keys: [(key: String, label: String)] = []
        if let button = state.primaryButton(of: typing) {
            keys.append(("Ctrl-S", button.title))
        } else if typing.form.submits == .button {
            keys.append(("Ctrl-S", state.page.title(of: typing.form)))
        }
        keys += [("Enter", isSearch ? "to the rows" : "next"), ("Esc", "leave, keep the text")]
        if typing.entry(name)?.theirs != nil {
            keys += conflict
        } else if typing.theirs(of: name) != nil {
            keys.append(("Ctrl-T", "take theirs"))
        }
        return [
            Group(heading: typing.form.submits == .button ? "Send" : "Each change is sent", keys: keys),
            Group(
                heading: "Move",
                keys: [("Tab  Shift-Tab", "next, back")]
                    + arrows(in: typing.entry(name), isSearch ? "to the rows, back" : "next, back")),
        ] + fill(typing.entry(name))
    }

    /// Returns the arrow keys that leave a field, unless they move inside it.
    private static func arrows(in entry: FormState.Entry?, _ label: String) -> [(key: String, label: String)] {
        entry?.stepsDays == true || entry?.hasLines == true ? [] : [("↓ ↑", label)]
    }

    private static let conflict = [
        (key: "Ctrl-T", label: "take theirs"), (key: "Ctrl-K", label: "keep yours"),
    ]

    /// Returns the keys with which a person fills in a field.
    private static func fill(_ entry: FormState.Entry?) -> [Group] {
        guard let entry else { return [] }
        let keys: [(key: String, label: String)]
        if entry.choices != nil {
            keys = [("← →  letters", "choose"), ("Space", "the next choice")]
        } else if !entry.options.isEmpty {
            keys = [("← →  letters", "move"), ("Space", "tick")]
        } else {
            keys = text(entry)
        }
        return [Group(heading: entry.field.title, keys: keys)]
    }

    private static func text(_ entry: FormState.Entry) -> [(key: String, label: String)] {
        var keys: [(key: String, label: String)] = []
        if entry.field.kind == .date {
            keys += [("↑ ↓", "day by day"), ("Shift-↑ Shift-↓", "month by month")]
        }
        if entry.field.hasLines { keys += [("Enter", "a new line"), ("↑ ↓", "line by line")] }
        if entry.field.isSlider { keys += [("← →", "a step"), ("PgUp PgDn", "ten steps"), ("Home End", "the ends")] }
        return keys + [
            ("Ctrl-A Ctrl-E", "beginning, end"), ("Ctrl-U Ctrl-K", "delete to there"), ("Ctrl-W", "delete a word"),
        ]
    }

    static func question(_ confirmation: InteractiveState.Confirmation) -> [Group] {
        [
            Group(
                heading: "Answer",
                keys: [
                    ("y", confirmation.button.title),
                    ("n  Esc", confirmation.form == nil ? "cancel" : "cancel, back to the form"),
                    ("← →  Tab", "choose"), ("Enter", "the chosen answer, at first cancel"),
                ])
        ]
    }

    static let palette = [
        Group(
            heading: "Commands",
            keys: [
                ("letters", "find a command"), ("↑ ↓  Tab", "choose"), ("Enter", "do it"), ("Esc", "close"),
            ])
    ]

    static let menu = [
        Group(
            heading: "Menu",
            keys: [
                ("1\u{2013}9  letters", "do it at once"), ("↑ ↓  j k", "choose"), ("Enter", "do it"), ("Esc", "close"),
            ])
    ]

    static let filter = [
        Group(
            heading: "Filter",
            keys: [
                ("letters", "narrow the rows"), ("↑ ↓", "row by row"), ("Enter", "to the rows"),
                ("Esc", "show all rows"),
            ])
    ]

    static func details(_ state: InteractiveState) -> [Group] {
        let buttons = state.rowButtons.compactMap { keyed in keyed.key.map { ($0, state.label(of: keyed)) } }
        return [
            Group(
                heading: "Details",
                keys: [("↑ ↓  j k", "scroll"), ("y", "copy the row")] + buttons + [("Esc", "close")])
        ]
    }
}
