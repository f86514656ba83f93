import FeatureKit
import Interaction
import TerminalKit

// Handles keys in the focused part of a page: a field, a form's button, a fold, a section's button or a link.

extension InteractiveState {
    /// Handles a key in the focused part.
    ///
    /// Returns whether the part has used the key.
    mutating func take(_ press: KeyPress, at stop: PageStop, _ effects: inout [InteractiveEffect]) -> Bool {
        if editInside(press, at: stop) || takeInReferences(press) || moveCross(press, at: stop) { return true }
        switch (press.key, press.modifiers) {
        case (.tab, .shift), (.up, _): page.moveFocus(by: -1)
        // The rows that were found are below the field and below the other fields of its form.
        case (.down, _) where stop == page.searchField && page.layout.rowCount > 0: page.setFocus(nil)
        case (.tab, _), (.down, _): page.moveFocus(by: 1)
        case (.escape, _), (.character("g"), .control): page.setFocus(nil)
        case (.pageUp, _), (.pageDown, _), (.wheelUp, _), (.wheelDown, _), (.character("p"), .control):
            return false
        default:
            switch stop {
            case .rows: return false
            case .field(let form, _): takeInField(press, of: form, &effects)
            case .decision(let decision, let form, let name):
                guard press.isPush else { return takeStep(press) }
                page.decide(decision, about: name, of: form)
            case .submit(let form): return takeOnSubmit(press, of: form, &effects) || takeStep(press)
            case .fold(let section): return takeOnFold(press, of: section) || takeStep(press)
            case .button, .link, .element, .pageButton, .drawing:
                return takeOnPush(press, stop, &effects) || takeStep(press)
            }
        }
        return true
    }

    /// Handles a key that moves or adds a line inside the focused field.
    ///
    /// Returns whether the field has used the key.
    private mutating func editInside(_ press: KeyPress, at stop: PageStop) -> Bool {
        guard case .field(let form, let name) = stop, let entry = page.view.forms[form]?.entry(name),
            entry.options.isEmpty,
            entry.textHeight > 1 && [.up, .down, .enter].contains(press.key)
                || entry.stepsDays && [.up, .down].contains(press.key)
        else { return false }
        var isUsed = false
        page.changeForm(form) { isUsed = $0.edit(press) }
        return isUsed
    }

    /// Handles a letter that has the same effect as an arrow key.
    ///
    /// Returns `false` for any other key.
    private mutating func takeStep(_ press: KeyPress) -> Bool {
        switch (press.key, press.modifiers) {
        case (.character("j"), []): page.moveFocus(by: 1)
        case (.character("k"), []): page.moveFocus(by: -1)
        default: return false
        }
        return true
    }

    private mutating func takeInField(_ press: KeyPress, of form: String, _ effects: inout [InteractiveEffect]) {
        switch (press.key, press.modifiers) {
        // The rows that were found are below the field.
        // A second press must not decide about another person's value.
        case (.enter, _) where page.focus != page.searchField: page.moveFocus(by: 1, skippingDecisions: true)
        case (.enter, _): page.setFocus(nil)
        case (.character("s"), .control): submitInPlace(form, &effects)
        default:
            page.changeForm(form) { typing in
                // Without another person's value, the key that takes it shows the server's value again.
                let decision = Decision.allCases.first { $0.legend.matches(press) }
                if let name = typing.focus, let decision,
                    decision == .theirs || typing.decisions(about: name).contains(decision)
                {
                    return typing.decide(name, decision)
                }
                _ = typing.edit(press)
            }
        }
    }

    /// Sends a form, or presses the page's main button if the form has no button of its own.
    private mutating func submitInPlace(_ form: String, _ effects: inout [InteractiveEffect]) {
        guard let button = page.view.forms[form].flatMap(primaryButton) else { return submitForm(form, &effects) }
        press(button, row: nil, &effects)
    }

    /// Submits a form of the page with its button.
    mutating func submitForm(_ id: String, _ effects: inout [InteractiveEffect]) {
        guard let typing = page.view.forms[id] else { return }
        guard typing.form.enabled else {
            return show(Notice("The form cannot be sent now", tone: .warning))
        }
        var call: Call?
        page.changeForm(id) { call = $0.submit() }
        let name = typing.form.action
        let button = Button(action: name, title: page.manifest.action(named: name)?.title ?? name)
        if let call {
            act(call, success(of: button, about: page.screen.recordTitle, row: nil), isAsked: true, &effects)
        }
        // Focus the first invalid field.
        if call == nil, let name = page.view.forms[id]?.focus { page.setFocus(.field(form: id, name: name)) }
    }

    /// The page's primary button, if it ends the work on a form that has no button of its own.
    func primaryButton(of form: FormTyping) -> Button? {
        guard form.form.submits == .change, !form.browses, page.layout.lists.isEmpty, let button = mainButton,
            button.role == .primary
        else {
            return nil
        }
        return button
    }

    private mutating func takeOnSubmit(
        _ press: KeyPress, of form: String, _ effects: inout [InteractiveEffect]
    ) -> Bool {
        switch (press.key, press.modifiers) {
        case (.enter, _), (.character(" "), []), (.character("s"), .control): submitForm(form, &effects)
        default: return false
        }
        return true
    }

    private mutating func takeOnFold(_ press: KeyPress, of section: String) -> Bool {
        let isOpen = page.view.openFolds.contains(section)
        switch (press.key, press.modifiers) {
        case (.enter, _), (.character(" "), []): page.toggleFold(section)
        case (.right, []): if !isOpen { page.toggleFold(section) }
        case (.left, []): if isOpen { page.toggleFold(section) }
        default: return false
        }
        return true
    }

    private mutating func takeOnPush(
        _ press: KeyPress, _ stop: PageStop, _ effects: inout [InteractiveEffect]
    ) -> Bool {
        switch (press.key, press.modifiers) {
        case (.enter, _), (.character(" "), []), (.right, []): push(stop, &effects)
        default: return false
        }
        return true
    }

    /// Presses the focused button of a section, or follows the focused link.
    private mutating func push(_ stop: PageStop, _ effects: inout [InteractiveEffect]) {
        if case .pageButton(let number) = stop, screenButtons.indices.contains(number) {
            return press(screenButtons[number], row: nil, &effects)
        }
        if case .drawing(let id) = stop { return tapAtCross(id, &effects) }
        var found: Choice.Target?
        page.screen.forEachElement { element in
            switch (stop, element) {
            case (.button(let id, let number), .section(let section)) where section.id == id:
                if section.buttons.indices.contains(number) { found = .press(section.buttons[number], row: nil) }
            case (.link(let id, let number), .fields(let fields)) where fields.id == id:
                if fields.items.indices.contains(number), let link = fields.items[number].opens { found = .open(link) }
            case (.element(let id), .link(let element)) where element.id == id:
                if case .feature(let link) = element.opens { found = .open(link) }
            default: break
            }
        }
        switch found {
        case .press(let button, _): press(button, row: nil, &effects)
        case .open(let link): open(link, &effects)
        default: break
        }
    }
}
