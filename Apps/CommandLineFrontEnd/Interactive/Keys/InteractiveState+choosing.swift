import FeatureKit
import TerminalKit

extension InteractiveState {
    mutating func take(_ press: KeyPress, in menu: MenuState, _ effects: inout [InteractiveEffect]) {
        var menu = menu
        let last = menu.choices.count - 1
        switch (press.key, press.modifiers) {
        case (.escape, _), (.backspace, _), (.left, _), (.character("q"), []), (.character("m"), []),
            (.character(" "), []):
            return overlay = nil
        case (.enter, _), (.right, _): return choose(menu.choices[menu.index], &effects)
        case (.up, _), (.character("k"), []), (.tab, .shift): menu.index = menu.index == 0 ? last : menu.index - 1
        case (.down, _), (.character("j"), []), (.tab, _): menu.index = menu.index == last ? 0 : menu.index + 1
        case (.wheelUp, _): menu.index = max(0, menu.index - 1)
        case (.wheelDown, _): menu.index = min(last, menu.index + 1)
        case (.home, _), (.pageUp, _), (.character("g"), []): menu.index = 0
        case (.end, _), (.pageDown, _), (.character("G"), _): menu.index = last
        case (.character(let digit), []) where digit.wholeNumberValue != nil:
            guard let number = digit.wholeNumberValue, menu.choices.indices.contains(number - 1) else { return }
            return choose(menu.choices[number - 1], &effects)
        case (.character(let letter), []):
            guard let choice = menu.choices.first(where: { $0.key == String(letter) }) else { return }
            return choose(choice, &effects)
        default: return
        }
        overlay = .menu(menu)
    }

    mutating func take(_ press: KeyPress, in palette: PaletteState, _ effects: inout [InteractiveEffect]) {
        var palette = palette
        let last = max(0, palette.found.count - 1)
        switch (press.key, press.modifiers) {
        case (.escape, _), (.character("p"), .control), (.character("g"), .control): return overlay = nil
        case (.backspace, _) where palette.query.isEmpty: return overlay = nil
        case (.enter, _):
            guard palette.found.indices.contains(palette.index) else { return }
            return choose(palette.found[palette.index].choice, &effects)
        case (.up, _), (.tab, .shift): palette.index = palette.index == 0 ? last : palette.index - 1
        case (.down, _), (.tab, _), (.character("n"), .control):
            palette.index = palette.index >= last ? 0 : palette.index + 1
        case (.pageUp, _): palette.index = max(0, palette.index - 8)
        case (.pageDown, _): palette.index = min(last, palette.index + 8)
        case (.wheelUp, _): palette.index = max(0, palette.index - 1)
        case (.wheelDown, _): palette.index = min(last, palette.index + 1)
        default: guard palette.edit(press) else { return }
        }
        overlay = .palette(palette)
    }

    mutating func take(
        _ press: KeyPress, in confirmation: Confirmation, _ effects: inout [InteractiveEffect]
    ) {
        var confirmation = confirmation
        switch (press.key, press.modifiers) {
        case (.escape, _), (.backspace, _), (.character("n"), []), (.character("q"), []): return cancel(confirmation)
        case (.character("y"), []): confirmation.isConfirming = true
        case (.left, _), (.right, _), (.tab, _), (.up, _), (.down, _), (.character("h"), []), (.character("l"), []):
            confirmation.isConfirming.toggle()
            return overlay = .confirmation(confirmation)
        case (.enter, _): break
        default: return
        }
        guard confirmation.isConfirming else { return cancel(confirmation) }
        overlay = nil
        if let form = confirmation.form {
            send(form, confirmation.arguments, &effects)
        } else {
            let success = success(of: confirmation.button, about: confirmation.subject, row: confirmation.row)
            act(Call(confirmation.button.action, confirmation.arguments), success, isAsked: true, &effects)
        }
    }

    /// Closes the confirmation without performing the action.
    ///
    /// If the user filled in a form before the confirmation, the form opens again.
    private mutating func cancel(_ confirmation: Confirmation) {
        overlay = confirmation.form.map { .form($0) }
    }

    mutating func take(_ press: KeyPress, in form: FormState, _ effects: inout [InteractiveEffect]) {
        var form = form
        if press.key == .escape || press == .control("g") { return close(form) }
        // The user cannot change a form while it is being sent.
        guard form.call == nil else { return }
        if press != .control("s"), press.key != .tab, form.editInside(press) { return overlay = .form(form) }
        switch (press.key, press.modifiers) {
        case (.tab, .shift), (.up, _), (.wheelUp, _): form.moveFocus(by: -1)
        case (.tab, _), (.down, _), (.wheelDown, _): form.moveFocus(by: 1)
        case (.character("s"), .control): return submit(form, &effects)
        case (.character("t"), .control) where form.focusedEntry?.theirs != nil:
            form.decide(form.focus, takingTheirs: true)
        case (.character("k"), .control) where form.focusedEntry?.theirs != nil:
            form.decide(form.focus, takingTheirs: false)
        case (.enter, _) where form.isOnCancel: return discardForm()
        case (.enter, _) where form.focus >= form.entries.count - 1: return submit(form, &effects)
        case (.enter, _): form.moveFocus(by: 1)
        case (.left, _) where form.isOnCancel: form.moveFocus(by: -1)
        case (.right, _) where form.isOnSubmit: form.moveFocus(by: 1)
        default: if !form.edit(press) { return }
        }
        overlay = .form(form)
    }

    private mutating func submit(_ form: FormState, _ effects: inout [InteractiveEffect]) {
        var form = form
        guard let arguments = form.arguments() else { return overlay = .form(form) }
        guard form.button.confirm != nil else { return send(form, arguments, &effects) }
        var confirmation = Confirmation(
            form.button, about: form.subject, row: form.identity.row, on: form.page)
        (confirmation.form, confirmation.arguments) = (form, arguments)
        confirmation.wasOffered = form.wasOffered
        overlay = .confirmation(confirmation)
    }

    private mutating func send(
        _ form: FormState, _ arguments: [String: FieldValue], _ effects: inout [InteractiveEffect]
    ) {
        var form = form
        let success = success(of: form.button, about: form.subject, row: form.identity.row)
        let call = act(
            Call(form.button.action, arguments), success, isAsked: true, &effects)
        form.began(call)
        page.calls[call]?.sender = form.identity
        overlay = .form(form)
    }

    /// Closes a form and keeps its typed text as a draft.
    private mutating func close(_ form: FormState) {
        drafts[form.identity] = form.draft
        overlay = nil
        if form.isAway { tellAway(form.identity, on: page) } else if form.draft != nil { tellKept(form.identity) }
    }

    /// Closes the form in front of the page and forgets its typed text.
    mutating func discardForm() {
        guard case .form(let form) = overlay else { return }
        drafts[form.identity] = nil
        overlay = nil
    }
}
