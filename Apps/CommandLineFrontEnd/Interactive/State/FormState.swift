import FeatureKit

/// A form for the fields of an action that its button does not preset.
struct FormState: Sendable {
    /// Identifies a form, to find its draft again.
    struct Identity: Hashable, Sendable {
        let page: Int
        let action: String
        let row: String?
        let title: String
    }

    let identity: Identity
    let button: Button
    let fields: [FieldDescription]
    /// The title of the form's row.
    let subject: String?
    var entries: [Entry]
    /// The index of the focused entry; after the entries come the buttons to submit and to cancel.
    var focus = 0
    /// The running call.
    var call: Int?
    /// The errors that belong to no entry.
    var message: String?
    private let initial: [String]

    /// Makes the form of a button.
    ///
    /// - Parameters:
    ///   - fields: All fields of its action.
    ///   - row: The button's row, whose values are the initial ones.
    ///   - draft: Text that was typed earlier and not sent, by field name.
    init(_ button: Button, fields: [FieldDescription], row: Row?, page: Int, draft: [String: String]?) {
        identity = Identity(page: page, action: button.action, row: row?.id, title: button.title)
        (self.button, self.fields, subject) = (button, fields, row?.title)
        let asked = fields.filter { button.arguments[$0.name] == nil }
        func text(_ field: FieldDescription) -> String {
            (button.values[field.name] ?? row?.values[field.name] ?? field.defaultValue)?.formText ?? ""
        }
        initial = asked.map(text)
        entries = asked.map { Entry($0, text: draft?[$0.name] ?? text($0)) }
    }

    /// Whether the submit button is focused.
    var isOnSubmit: Bool { focus == entries.count }
    /// Whether the cancel button is focused.
    var isOnCancel: Bool { focus == entries.count + 1 }
    /// The number of focusable items.
    var stopCount: Int { entries.count + 2 }

    /// The typed text, by field name.
    var texts: [String: String] {
        Dictionary(entries.map { ($0.field.name, $0.text) }) { $1 }
    }

    /// The typed texts to keep for later: all but secrets.
    var draft: [String: String] {
        Dictionary(entries.filter { $0.field.kind != .secret }.map { ($0.field.name, $0.text) }) { $1 }
    }

    /// Whether anything differs from how the form began.
    var isChanged: Bool { entries.map(\.text) != initial }

    /// Returns the action's arguments if all fields are valid; otherwise sets the fields' errors and returns `nil`.
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

    /// Sets the fields' errors and focuses the first.
    mutating func show(_ refused: InputRefused) {
        for index in entries.indices { entries[index].error = refused.advice[entries[index].field.name] }
        let names = Set(entries.map(\.field.name))
        let rest = refused.advice(inOrderOf: fields).filter { !names.contains($0.field) }
        message = rest.isEmpty ? nil : rest.map { "\($0.field): \($0.message)" }.joined(separator: "; ")
        if let first = entries.firstIndex(where: { $0.error != nil }) { focus = first }
    }

    /// Moves the focus, and checks the entry that loses it.
    mutating func moveFocus(by step: Int) {
        if entries.indices.contains(focus) { check(focus) }
        focus = (focus + step + stopCount) % stopCount
    }

    /// Checks the typed text.
    ///
    /// An empty text is no error before the form is sent.
    private mutating func check(_ index: Int) {
        if !entries[index].text.isEmpty { entries[index].check() }
    }
}
