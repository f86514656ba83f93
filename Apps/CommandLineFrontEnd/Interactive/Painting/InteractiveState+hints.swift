import FeatureKit

extension InteractiveState {
    /// The keys that do something now, the most useful first, and what they do.
    var hints: [(key: String, label: String)] {
        switch overlay {
        case .help: return [("Esc", "close"), ("↑↓", "scroll")]
        case .menu: return [("↵", "choose"), ("↑↓", "move"), ("Esc", "close")]
        case .palette: return [("↵", "choose"), ("↑↓", "move"), ("Esc", "close")]
        case .confirmation(let confirmation):
            return [("y", confirmation.button.title), ("n", "cancel"), ("←→", "choose")]
        case .form(let form):
            if form.call != nil { return [("Esc", "close")] }
            let isChoice = form.entries.indices.contains(form.focus) && form.entries[form.focus].choices != nil
            let enter =
                form.isOnCancel ? "cancel" : form.focus >= form.entries.count - 1 ? form.button.title : "next"
            return [("↵", enter)] + (isChoice ? [("←→", "choose")] : []) + [
                ("Tab", "next"), ("^S", "send"), ("Esc", "close"),
            ]
        case nil: return browsingHints
        }
    }

    private var browsingHints: [(key: String, label: String)] {
        if page.isFiltering { return [("↵", "done"), ("Esc", "show all"), ("↑↓", "move")] }
        var hints: [(key: String, label: String)] = []
        if retry != nil { hints.append(("r", retry?.title ?? "")) }
        if retry == nil || page.row != nil, let main = mainChoice, main.isEnabled { hints.append(("↵", main.title)) }
        if rowChoices.count > 1 { hints.append(("m", "more")) }
        if let row = page.row, row.opens != nil, !row.buttons.isEmpty { hints.append(("→", "open")) }
        if !page.filter.isEmpty {
            hints.append(("Esc", "show all"))
        } else if pages.count > 1 {
            hints.append(("Esc", "back"))
        }
        if page.totalRowCount > 0 { hints.append(("/", "filter")) }
        return hints + [(":", "all"), ("q", "quit")]
    }
}
