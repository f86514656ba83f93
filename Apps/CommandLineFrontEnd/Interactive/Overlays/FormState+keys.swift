import FeatureKit
import Interaction
import TerminalKit

// The keys of a form, and of the field with the focus.

extension FormState {
    func keys(in state: InteractiveState) -> [KeyBinding<FormState>] {
        // The user cannot change a form while it is being sent.
        guard call == nil else { return [closing] }
        let list = state.references.flatMap { belongs($0) ? $0 : nil }
        let choosing = (list?.bindings ?? []).map { binding in
            KeyBinding<FormState>(binding.legend) { _, press in [.step(binding.step(press))] }
        }
        // In the list, the Enter key takes a record.
        let entering = list?.cursor == nil ? entering : []
        if fitsCell { return entering + editing + [closing] }
        return choosing + entering + deciding + editing + moving
            + (list?.isOpen == true ? [sending] : [sending, closing])
    }

    /// Whether a list of records is about the focused field.
    func belongs(_ list: ReferenceList) -> Bool {
        focusedEntry.map { list.owner == .dialog(identity, name: $0.field.name) } ?? false
    }

    private var closing: KeyBinding<FormState> {
        // As in every spreadsheet, the cell shows again what it had.
        if fitsCell, call == nil, !isDraft {
            return KeyBinding("Send", [[.escape], [.control("g")]], "cancel", hint: "cancel") { _, _ in [.discard] }
        }
        return KeyBinding("Send", [[.escape], [.control("g")]], "keep as draft", hint: "close") { form, _ in
            [.keep(form)]
        }
    }

    private var sending: KeyBinding<FormState> {
        KeyBinding("Send", [[.control("s")]], submitTitle, hint: .init("send", priority: 1)) { form, _ in
            form.submit()
        }
    }

    /// What the Enter key does outside of a text of several lines.
    private var entering: [KeyBinding<FormState>] {
        if let decision {
            let title = decision.title
            return [
                KeyBinding("Send", [[.enter, .space]], title, hint: .init(title)) { form, _ in
                    form.decide(form.focus, decision)
                    return []
                }
            ]
        }
        guard focusedEntry?.hasLines != true else { return [] }
        if isOnCancel { return [KeyBinding("Send", [[.enter]], "cancel", hint: "cancel") { _, _ in [.discard] }] }
        guard focus < entries.count - 1 else {
            return [KeyBinding("Send", [[.enter]], submitTitle, hint: .init(submitTitle)) { form, _ in form.submit() }]
        }
        return [
            KeyBinding("Send", [[.enter]], "next", hint: "next") { form, _ in
                form.moveFocus(by: 1)
                return []
            }
        ]
    }

    private var deciding: [KeyBinding<FormState>] {
        guard focusedEntry?.theirs != nil else { return [] }
        return Decision.allCases.map { decision in
            KeyBinding(decision.legend) { form, _ in
                form.decide(form.focus, decision)
                return []
            }
        }
    }

    private var editing: [KeyBinding<FormState>] {
        guard let entry = focusedEntry, decision == nil else { return [] }
        return entry.keys.map { legend in KeyBinding(legend) { form, press in form.edit(press) ? [] : nil } }
    }

    private var moving: [KeyBinding<FormState>] {
        var bindings: [KeyBinding<FormState>] = [
            KeyBinding(
                "Move", [[.tab, .shift(.tab)], [.down, .up], [.wheelDown, .wheelUp]], "next, back",
                hint: .init("next", priority: 2)
            ) { form, press in
                form.moveFocusInside(by: press.step)
                return []
            }
        ]
        let step: Int? = decision == .mine || isOnSubmit ? 1 : decision == .theirs || isOnCancel ? -1 : nil
        if let step {
            bindings.append(
                KeyBinding("Move", [[step < 0 ? .left : .right]], "the other button") { form, _ in
                    form.moveFocusInside(by: step)
                    return []
                })
        }
        return bindings
    }

    /// Sends the form, or asks first, or focuses the field in the way.
    private mutating func submit() -> [OverlayEffect] {
        guard let arguments = arguments() else { return [] }
        guard button.confirm != nil else { return [.send(self, arguments)] }
        var question = InteractiveState.Confirmation(button, about: subject, row: identity.row, on: page)
        (question.form, question.arguments, question.wasOffered) = (self, arguments, wasOffered)
        return [.show(.confirmation(question))]
    }
}

extension FormState.Entry {
    /// The keys with which a person fills in the field.
    var keys: [KeyLegend] {
        let title = field.title
        if let choices {
            var keys = [
                KeyLegend(title, [[.left, .right], [.letters]], "choose", hint: .init("choose", naming: 2)),
                KeyLegend(title, [[.space]], "the next choice"),
            ]
            if choices.contains("") { keys.append(KeyLegend(title, [[.backspace, .delete]], "no value")) }
            return keys
        }
        if !options.isEmpty {
            return [
                KeyLegend(title, [[.space]], "tick", hint: "tick"),
                KeyLegend(title, [[.left, .right], [.letters]], "move", hint: .init("move", naming: 2)),
            ]
        }
        var keys: [KeyLegend] = []
        if field.kind == .date {
            keys += [
                KeyLegend(title, [[.shift(.up), .shift(.down)]], "month by month"),
                KeyLegend(title, [[.up, .down]], "day by day", hint: .init("day", naming: 2)),
            ]
        }
        if hasLines {
            keys += [
                KeyLegend(title, [[.enter]], "a new line", hint: "new line"),
                KeyLegend(title, [[.up, .down]], "line by line"),
            ]
        }
        if field.isSlider {
            keys += [
                KeyLegend(title, [[.left, .right]], "a step", hint: .init("move", naming: 2)),
                KeyLegend(title, [[.pageUp, .pageDown]], "ten steps"), KeyLegend(title, [[.home, .end]], "the ends"),
            ]
        }
        return keys + TextInput.keys(title)
    }
}

extension TextInput {
    /// The keys with which a person edits a text.
    static func keys(_ heading: String) -> [KeyLegend] {
        [
            KeyLegend(heading, [[.letters]], "type"),
            KeyLegend(
                heading, [[.alt(.left), .alt(.right)], [.ctrl(.left), .ctrl(.right)], [.alt("b"), .alt("f")]],
                "word by word"),
            KeyLegend(heading, [[.left, .right], [.control("b"), .control("f")]], "letter by letter"),
            KeyLegend(heading, [[.control("a"), .control("e")], [.home, .end]], "beginning, end"),
            KeyLegend(heading, [[.control("u"), .control("k")]], "delete to there"),
            KeyLegend(heading, [[.control("w"), .alt(.backspace)]], "delete a word"),
            KeyLegend(heading, [[.backspace, .delete, .control("d")]], "delete a letter"),
        ]
    }
}
