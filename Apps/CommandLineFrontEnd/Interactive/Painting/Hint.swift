import TerminalKit

/// A key that works now, with its effect.
struct Hint: Sendable {
    let key: String
    let label: String
    /// The priority: when room is short, the hints with the greatest numbers are left out.
    var priority = 0
    /// Whether the hint names a button, which the menu offers too.
    var isButton = false
    /// Whether the button is enabled.
    var isEnabled = true

    /// The presses of the named keys, if an overlay declares them.
    private(set) var presses: [KeyPress] = []

    init(
        _ key: String, _ label: String, priority: Int = 0, isButton: Bool = false, isEnabled: Bool = true,
        presses: [KeyPress] = []
    ) {
        (self.key, self.label, self.priority) = (key, label, priority)
        (self.isButton, self.isEnabled, self.presses) = (isButton, isEnabled, presses)
    }

    /// The number of cells that the hint takes.
    var width: Int { key.displayWidth + 1 + text.madeVisible.displayWidth }

    /// The label; in parentheses if the button is disabled, because not every terminal shows pale text.
    var text: String { isEnabled ? label : "(\(label))" }

    /// The key press with the effect of the hint; `nil` if the hint names several keys.
    var press: KeyPress? {
        guard presses.isEmpty else { return presses.count == 1 ? presses[0] : nil }
        return switch key {
        case "↵": KeyPress(.enter)
        case "Esc": KeyPress(.escape)
        case "Tab": KeyPress(.tab)
        case "Space": KeyPress(.character(" "))
        case "[ ]": KeyPress(.character("]"))
        case "^C": .control("c")
        case "^S": .control("s")
        case "^T": .control("t")
        case "^K": .control("k")
        default: key.count == 1 ? key.first.map { KeyPress(.character($0)) } : nil
        }
    }

    /// Returns the hints that fit into a line, in their order.
    ///
    /// If a button is left out, the menu takes its place.
    static func fitting(_ hints: [Hint], into room: Int) -> [Hint] {
        var kept = hints
        func width() -> Int { kept.reduce(0) { $0 + $1.width + 2 } }
        while width() > room, kept.count > 1 {
            let last = kept.map(\.priority).max() ?? 0
            guard let index = kept.lastIndex(where: { $0.priority == last }) else { break }
            let removed = kept.remove(at: index)
            guard removed.isButton, !kept.contains(where: { $0.key == "m" }) else { continue }
            kept.insert(Hint("m", "more", priority: 1), at: kept.lastIndex(where: \.isButton).map { $0 + 1 } ?? index)
        }
        return kept
    }
}
