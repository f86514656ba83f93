import TerminalKit

// The help is in front of everything, so that F1 explains the keys wherever a person is.

extension InteractiveState {
    /// Whether a question mark is text where the person types.
    var isTyping: Bool {
        switch overlay {
        case .palette: return true
        case .form(let form):
            return form.call == nil && form.focusedEntry?.takesText == true
        case .menu, .confirmation, .details: return false
        case nil:
            guard !page.isFiltering, case .field(let form, let name) = page.focus else { return page.isFiltering }
            return page.view.forms[form]?.entry(name)?.takesText ?? false
        }
    }

    mutating func takeInHelp(_ press: KeyPress, from line: Int) {
        let last = Painter(self, depth: .none).lastHelpLine
        switch press.key {
        case .escape, .enter, .backspace, .character("?"), .character("q"), .character(" "), .function(1): help = nil
        case .up, .wheelUp, .character("k"): help = max(0, line - 1)
        case .down, .wheelDown, .character("j"): help = min(last, line + 1)
        case .pageUp, .home: help = 0
        case .pageDown, .end: help = last
        default: break
        }
    }
}

extension FormState.Entry {
    /// Whether a person types the value of the entry as a text.
    var takesText: Bool { choices == nil && options.isEmpty }
}
