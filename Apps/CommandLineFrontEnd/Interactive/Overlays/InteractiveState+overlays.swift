import FeatureKit
import Interaction
import TerminalKit

// Gives the keys to the overlay, and does what it asks for.

extension InteractiveState {
    /// Gives a key to what is in front of the page, or to the filter; returns `false` if the page receives it.
    mutating func takeInFront(_ press: KeyPress, _ effects: inout [InteractiveEffect]) -> Bool {
        let asked: [OverlayEffect]
        if var overlay {
            asked = overlay.update(press, in: self)
            self.overlay = overlay
        } else if page.isFiltering {
            var filter = FilterKeys()
            asked = filter.update(press, in: self)
        } else {
            return false
        }
        for effect in asked { run(effect, &effects) }
        return true
    }

    private mutating func run(_ effect: OverlayEffect, _ effects: inout [InteractiveEffect]) {
        switch effect {
        case .close: overlay = nil
        case .show(let other): overlay = other
        case .choose(let choice): choose(choice, &effects)
        case .press(let keyed): press(keyed.button, row: keyed.row, &effects)
        case .copy(let details): if let place = subject(of: details) { copy(place.row, in: place.list, &effects) }
        case .editFilter(let press): _ = page.editFilter(press)
        case .endFilter: page.isFiltering = false
        case .clearFilter: page.clearFilter()
        case .move(let press): _ = move(press)
        case .showPalette: overlay = .palette(palette)
        case .step(let step): take(step)
        case .keep(let form): close(form)
        case .discard: discardForm()
        case .send(let form, let arguments): send(form, arguments, &effects)
        case .perform(let question):
            overlay = nil
            let success = success(of: question.button, about: question.subject, row: question.row)
            act(Call(question.button.action, question.arguments), success, isAsked: true, &effects)
        }
    }

    private mutating func send(
        _ form: FormState, _ arguments: [String: FieldValue], _ effects: inout [InteractiveEffect]
    ) {
        var form = form
        // A person sees the new value in the cell.
        let words = success(of: form.button, about: form.subject, row: form.identity.row)
        let success = form.edit == nil || words.isSentence ? words : nil
        let action = form.edit?.action(of: form.button) ?? page.manifest.action(named: form.button.action)
        let filled = action?.call(filledInWith: arguments) ?? Call(form.button.action, arguments)
        let call = act(filled, success, isAsked: true, &effects)
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
