import TerminalKit

/// The help, which is in front of everything, so that F1 explains the keys wherever a person is.
///
/// What is behind the help stays as it is.
struct HelpState: OverlayState {
    static let name = "help"

    /// The number of the first visible line.
    var firstLine = 0

    func keys(in state: InteractiveState) -> [KeyBinding<HelpState>] {
        let last = { @Sendable in Painter(state, depth: .none).lastHelpLine }
        let closing: [[KeyPattern]] = [[.escape, .enter, .backspace, .space, "?", "q", .help]]
        return [
            KeyBinding("Help", closing, "close", hint: "close") { _, _ in [.close] },
            KeyBinding(
                "Help", [[.up, .down], ["k", "j"], [.wheelUp, .wheelDown]], "scroll", hint: .init("scroll", naming: 2)
            ) { help, press in
                help.firstLine = min(max(help.firstLine + press.step, 0), last())
                return []
            },
            KeyBinding("Help", [[.home, .end], [.pageUp, .pageDown]], "beginning, end") { help, press in
                help.firstLine = press.step < 0 ? 0 : last()
                return []
            },
        ]
    }
}

extension InteractiveState {
    /// Whether a question mark is text where the person types.
    var isTyping: Bool {
        switch overlay {
        case .palette: return true
        case .form(let form):
            return form.call == nil && form.decision == nil && form.focusedEntry?.takesText == true
        case .menu, .confirmation, .details: return false
        case nil:
            guard !page.isFiltering, case .field(let form, let name) = page.focus else { return page.isFiltering }
            return page.view.forms[form]?.entry(name)?.takesText ?? false
        }
    }
}

extension FormState.Entry {
    /// Whether a person types the value of the entry as a text.
    var takesText: Bool { choices == nil && options.isEmpty }
}
