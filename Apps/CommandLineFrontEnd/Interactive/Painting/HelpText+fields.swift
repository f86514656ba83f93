import FeatureKit
import Interaction

// The keys of the fields on a page.

extension HelpText {
    static func field(_ name: String, of typing: FormTyping, _ state: InteractiveState) -> [Group] {
        let isSearch = state.page.focus == state.page.searchField
        var keys: [(key: String, label: String)] = []
        if let button = state.primaryButton(of: typing) {
            keys.append(("Ctrl-S", button.title))
        } else if typing.form.submits == .button {
            keys.append(("Ctrl-S", state.page.submitTitle(of: typing.form)))
        }
        keys += [("Enter", isSearch ? "to the rows" : "next"), ("Esc", "leave, keep the text")]
        return [
            Group(heading: typing.form.submits == .button ? "Send" : "Each change is sent", keys: keys),
            Group(
                heading: "Move",
                keys: [("Tab  Shift-Tab", "next, back")]
                    + arrows(in: typing.entry(name), isSearch ? "to the rows, back" : "next, back")),
        ] + (typing.decisions(about: name).map(\.legend) + (typing.entry(name)?.keys ?? [])).helpGroups
    }

    /// Returns the arrow keys that leave a field, unless they move inside it.
    private static func arrows(in entry: FormState.Entry?, _ label: String) -> [(key: String, label: String)] {
        entry?.stepsDays == true || entry?.hasLines == true ? [] : [("↓ ↑", label)]
    }
}
