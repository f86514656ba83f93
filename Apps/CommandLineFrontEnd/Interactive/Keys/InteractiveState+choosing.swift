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
        case (.character(let digit), []):
            guard let number = digit.wholeNumberValue, menu.choices.indices.contains(number - 1) else { return }
            return choose(menu.choices[number - 1], &effects)
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
        case (.escape, _), (.backspace, _), (.character("n"), []), (.character("q"), []): return overlay = nil
        case (.character("y"), []): confirmation.isConfirming = true
        case (.left, _), (.right, _), (.tab, _), (.up, _), (.down, _), (.character("h"), []), (.character("l"), []):
            confirmation.isConfirming.toggle()
            return overlay = .confirmation(confirmation)
        case (.enter, _): break
        default: return
        }
        overlay = nil
        if confirmation.isConfirming { perform(confirmation.button.action, confirmation.button.arguments, &effects) }
    }

    mutating func take(_ press: KeyPress, in form: FormState, _ effects: inout [InteractiveEffect]) {
        var form = form
        if press.key == .escape || press == .control("g") { return close(form) }
        // What is under way is not changed.
        guard form.call == nil else { return }
        let isChoice = form.entries.indices.contains(form.focus) && form.entries[form.focus].choices != nil
        switch (press.key, press.modifiers) {
        case (.tab, .shift), (.up, _), (.wheelUp, _): form.moveFocus(by: -1)
        case (.tab, _), (.down, _), (.wheelDown, _): form.moveFocus(by: 1)
        case (.character("s"), .control): submit(&form, &effects)
        case (.enter, _) where form.isOnCancel: return close(form)
        case (.enter, _) where form.focus >= form.entries.count - 1: submit(&form, &effects)
        case (.enter, _): form.moveFocus(by: 1)
        case (.left, _) where form.isOnCancel: form.moveFocus(by: -1)
        case (.right, _) where form.isOnSubmit: form.moveFocus(by: 1)
        case (.left, _) where isChoice: form.choose(by: -1)
        case (.right, _) where isChoice, (.character(" "), _) where isChoice: form.choose(by: 1)
        case (.backspace, _) where isChoice, (.delete, _) where isChoice: form.chooseNothing()
        case (.character(let letter), []) where isChoice, (.character(let letter), .shift) where isChoice:
            form.choose(beginningWith: letter)
        default:
            guard form.entries.indices.contains(form.focus), !isChoice else { return }
            let before = form.entries[form.focus].text
            guard form.entries[form.focus].input.take(press) else { return }
            if form.entries[form.focus].text != before { form.entries[form.focus].error = nil }
        }
        overlay = .form(form)
    }

    private mutating func submit(_ form: inout FormState, _ effects: inout [InteractiveEffect]) {
        form.message = nil
        guard let arguments = form.arguments() else { return }
        let call = perform(form.button.action, arguments, &effects)
        form.call = call
        senders[call] = form.identity
    }

    /// Closes a form; what was typed is kept for the next time.
    private mutating func close(_ form: FormState) {
        drafts[form.identity] = form.isChanged ? form.texts : nil
        overlay = nil
    }
}
