import FeatureKit
import TerminalKit

// Shows the records that the focused field can name, and takes one of them.

extension InteractiveState {
    /// A step in the list of records below a field.
    enum ReferenceStep: Sendable {
        case move(Int)
        /// Takes the record of a row; `nil` for that with the cursor.
        case take(Int?)
        case close
    }

    /// Brings the list below the focused field in line with the field, and asks for its records.
    mutating func followReference(_ effects: inout [InteractiveEffect]) {
        guard let (owner, entry) = focusedReference else { return references = nil }
        if references?.owner != owner {
            lastQuestion = max(lastQuestion, references?.lastNumber ?? 0)
            references = ReferenceList(owner, of: entry.field, text: entry.text, after: lastQuestion, at: now)
        }
        references?.follow(entry.text, at: now)
        references?.note(entry.error)
        guard let question = references?.question(at: now) else { return }
        lastQuestion = max(lastQuestion, question.number)
        effects.append(.findReferences(page: page.key, question))
    }

    /// The focused field that names a record; `nil` if no such field has the focus.
    private var focusedReference: (ReferenceList.Owner, FormState.Entry)? {
        let found: (owner: ReferenceList.Owner, entry: FormState.Entry)?
        switch (overlay, page.focus) {
        case (.form(let form), _) where form.call == nil && form.decision == nil:
            found = form.focusedEntry.map { (.dialog(form.identity, name: $0.field.name), $0) }
        case (nil, .field(let form, let name)):
            let typing = page.view.forms[form]
            guard typing?.isEnabled(name) == true else { return nil }
            found = typing?.entry(name).map { (.page(page.key, form: form, name: name), $0) }
        default: return nil
        }
        guard let found, found.entry.field.reference != nil else { return nil }
        return found
    }

    /// Does a step in the list of records.
    mutating func take(_ step: ReferenceStep) {
        switch step {
        case .move(let step): references?.move(by: step)
        case .close: references?.close()
        case .take(let row):
            guard let list = references, let row = row ?? list.cursor, references?.take(row) == true else { return }
            switch list.owner {
            case .dialog(let identity, let name):
                guard case .form(var form) = overlay, form.identity == identity, form.focusedEntry?.field.name == name
                else { return }
                form.edit(form.focus) { $0.pick(row, of: list.choices) }
                form.moveFocus(by: 1)
                overlay = .form(form)
            case .page(_, let form, let name):
                page.changeForm(form) { typing in
                    guard let index = typing.entries.firstIndex(where: { $0.field.name == name }) else { return }
                    typing.edit(index) { $0.pick(row, of: list.choices) }
                }
                page.moveFocus(by: 1)
            }
        }
    }

    /// Handles a key for the list below a field of a form on the page; returns `false` for any other key.
    mutating func takeInReferences(_ press: KeyPress) -> Bool {
        guard overlay == nil, let list = references, case .page = list.owner else { return false }
        guard let binding = list.bindings.first(where: { $0.legend.matches(press) }) else { return false }
        take(binding.step(press))
        return true
    }
}

extension ReferenceList {
    /// Keys that move in the list, and what they do.
    struct Binding: Sendable {
        let legend: KeyLegend
        let step: @Sendable (KeyPress) -> InteractiveState.ReferenceStep
    }

    /// The keys that act now, the most useful first.
    var bindings: [Binding] {
        let title = field.title
        var bindings: [Binding] = []
        if cursor != nil {
            let (up, wheel): ([KeyPattern], [KeyPattern]) = ([.up, .down], [.wheelUp, .wheelDown])
            bindings = [
                Binding(legend: KeyLegend(title, [[.enter]], "take it", hint: "take")) { _ in .take(nil) },
                Binding(legend: KeyLegend(title, [up, wheel], "record by record", hint: .init("move", naming: 2))) {
                    .move($0.step)
                },
            ]
        } else if takesDown {
            let keys: [[KeyPattern]] = isOpen ? [[.down], [.wheelDown]] : [[.down]]
            bindings = [Binding(legend: KeyLegend(title, keys, "choose", hint: "choose")) { .move($0.step) }]
        }
        if isOpen {
            let keys: [[KeyPattern]] = [[.escape], [.control("g")]]
            bindings.append(
                Binding(legend: KeyLegend(title, keys, "close the list", hint: "close list")) { _ in .close })
        }
        return bindings
    }
}
