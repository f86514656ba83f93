import FeatureKit

/// A form for what an action asks for besides what its button presets.
struct FormState: Sendable {
    /// One field of it.
    struct Entry: Sendable {
        let field: FieldDescription
        var input: TextInput
        /// What it can be, where that is a few texts; an empty one stands for nothing.
        let choices: [String]?
        /// What is wrong with it.
        var error: String?

        var text: String { input.text }
    }

    /// What tells one form from another, so that what was typed can be found again.
    struct Identity: Hashable, Sendable {
        let page: Int
        let action: String
        let row: String?
        let title: String
    }

    let identity: Identity
    let button: Button
    let fields: [FieldDescription]
    /// The row that it is about, by its title.
    let subject: String?
    var entries: [Entry]
    /// Which entry has the focus; after them come what submits and what cancels.
    var focus = 0
    /// The call that is under way.
    var call: Int?
    /// What was refused, besides the entries' own errors.
    var message: String?
    private let initial: [String]

    /// Makes the form of a button.
    ///
    /// - Parameters:
    ///   - fields: All fields of its action.
    ///   - row: The row that the button stands in; the form begins with its values.
    ///   - draft: What was typed before and not sent, by the fields' names.
    init(_ button: Button, fields: [FieldDescription], row: Row?, page: Int, draft: [String: String]?) {
        identity = Identity(page: page, action: button.action, row: row?.id, title: button.title)
        (self.button, self.fields, subject) = (button, fields, row?.title)
        let asked = fields.filter { button.arguments[$0.name] == nil }
        func entry(_ field: FieldDescription, _ text: String?) -> Entry {
            let text = text ?? field.defaultValue?.description ?? ""
            return Entry(field: field, input: TextInput(text), choices: field.formChoices(including: text), error: nil)
        }
        initial = asked.map { entry($0, row?.values[$0.name]?.description).text }
        entries = asked.map { entry($0, draft?[$0.name] ?? row?.values[$0.name]?.description) }
    }

    /// Whether the focus is on what submits.
    var isOnSubmit: Bool { focus == entries.count }
    /// Whether the focus is on what cancels.
    var isOnCancel: Bool { focus == entries.count + 1 }
    /// How many things can have the focus.
    var stopCount: Int { entries.count + 2 }

    /// What was typed, by the fields' names.
    var texts: [String: String] {
        Dictionary(entries.map { ($0.field.name, $0.text) }) { $1 }
    }

    /// Whether anything differs from how the form began.
    var isChanged: Bool { entries.map(\.text) != initial }

    /// The action's arguments, if every field's rule is kept; else `nil`, and what is wrong stands beside the fields.
    mutating func arguments() -> [String: FieldValue]? {
        do throws(InputRefused) {
            let typed = try entries.map(\.field).read(texts, isForm: true)
            let arguments = button.arguments.merging(typed) { $1 }
            _ = try fields.check(arguments)
            return arguments
        } catch {
            show(error)
            return nil
        }
    }

    /// Says beside the fields what is wrong, and puts the focus on the first.
    mutating func show(_ refused: InputRefused) {
        for index in entries.indices { entries[index].error = refused.fields[entries[index].field.name] }
        let names = Set(entries.map(\.field.name))
        let rest = refused.messages(inOrderOf: fields).filter { !names.contains($0.field) }
        message = rest.isEmpty ? nil : rest.map { "\($0.field): \($0.message)" }.joined(separator: "; ")
        if let first = entries.firstIndex(where: { $0.error != nil }) { focus = first }
    }

    /// Moves the focus; what is left is checked by its field's rule.
    mutating func moveFocus(by step: Int) {
        if entries.indices.contains(focus) { check(focus) }
        focus = (focus + step + stopCount) % stopCount
    }

    /// Chooses the next text of a choice.
    mutating func choose(by step: Int) {
        guard entries.indices.contains(focus), let choices = entries[focus].choices, !choices.isEmpty else { return }
        let index = choices.firstIndex(of: entries[focus].text)
        let next = index.map { ($0 + step + choices.count) % choices.count } ?? (step > 0 ? 0 : choices.count - 1)
        entries[focus].input = TextInput(choices[next])
        entries[focus].error = nil
    }

    /// Chooses the next text of a choice that begins with a letter.
    mutating func choose(beginningWith letter: Character) {
        guard entries.indices.contains(focus), let choices = entries[focus].choices else { return }
        let index = choices.firstIndex(of: entries[focus].text) ?? -1
        let order = choices.indices.map { (index + 1 + $0) % choices.count }
        let wanted = letter.lowercased()
        guard
            let next = order.first(where: {
                choices[$0].choiceTitle(entries[focus].field).lowercased().hasPrefix(wanted)
            })
        else { return }
        entries[focus].input = TextInput(choices[next])
        entries[focus].error = nil
    }

    /// Chooses nothing, where that is a choice.
    mutating func chooseNothing() {
        guard entries.indices.contains(focus), entries[focus].choices?.contains("") == true else { return }
        entries[focus].input = TextInput("")
    }

    /// Checks what was typed by the field's rule; nothing is not wrong before it is sent.
    private mutating func check(_ index: Int) {
        if !entries[index].text.isEmpty { entries[index].check() }
    }
}

extension FormState.Entry {
    /// Checks the text by the field's rule, and says what is wrong with it.
    mutating func check() {
        do throws(InputRefused) {
            _ = try [field].check([field].read([field.name: text], isForm: true))
            error = nil
        } catch { self.error = error.fields[field.name] }
    }
}

extension FieldDescription {
    /// What a form offers to choose from; `nil` where a person types.
    fileprivate func formChoices(including text: String) -> [String]? {
        var all: [String]
        switch kind {
        case .choice where other == nil: all = choices ?? []
        case .boolean: all = ["true", "false"]
        default: return nil
        }
        if !text.isEmpty, !all.contains(text) { all.append(text) }
        return text.isEmpty || !required ? [""] + all : all
    }
}

extension String {
    /// How a choice's text is shown.
    func choiceTitle(_ field: FieldDescription) -> String {
        switch (field.kind, self) {
        case (_, ""): field.required ? "choose…" : "–"
        case (.boolean, "true"): "yes"
        case (.boolean, "false"): "no"
        default: self
        }
    }
}
