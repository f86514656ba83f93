import FeatureKit

/// A form for those fields of an action that the button does not preset.
struct FormState: Sendable {
    /// The identity of a form, under which the form's draft is stored.
    struct Identity: Hashable, Sendable {
        let page: Int
        let action: String
        let row: String?
        let title: String

        /// Returns the identity on another page, if the form belongs to the page `old`.
        func moved(from old: Int, to new: Int) -> Identity {
            page == old ? Identity(page: new, action: action, row: row, title: title) : self
        }
    }

    let identity: Identity
    let button: Button
    let fields: [FieldDescription]
    /// The title of the row that the form belongs to.
    let subject: String?
    var entries: [Entry]
    /// The index of the focused item.
    ///
    /// The entries come first, then the submit button and the cancel button.
    var focus = 0
    /// The key of the running call; `nil` if no call is running.
    var call: Int?
    /// The error messages that do not belong to an entry.
    var message: String?
    private let initial: [String]

    /// Creates the form of a button.
    ///
    /// - Parameters:
    ///   - fields: All fields of the button's action.
    ///   - row: The row of the button. Its values are the initial values.
    ///   - draft: The text that the user typed earlier and did not send, by field name.
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
    /// The number of items that can have the focus.
    var stopCount: Int { entries.count + 2 }

    /// The text of each field, by field name.
    var texts: [String: String] {
        Dictionary(entries.map { ($0.field.name, $0.text) }) { $1 }
    }

    /// The texts to keep as a draft, by field name.
    ///
    /// Secrets are not kept.
    var draft: [String: String] {
        Dictionary(entries.filter { $0.field.kind != .secret }.map { ($0.field.name, $0.text) }) { $1 }
    }

    /// Whether any text differs from the initial text.
    var isChanged: Bool { entries.map(\.text) != initial }

    /// Returns the action's arguments if all fields are valid.
    ///
    /// If a field is invalid, the function sets the error messages of the invalid fields and returns `nil`.
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

    /// Sets the error messages of the refused fields and focuses the first of these fields.
    mutating func show(_ refused: InputRefused) {
        for index in entries.indices { entries[index].error = refused.advice[entries[index].field.name] }
        let names = Set(entries.map(\.field.name))
        let rest = refused.advice(inOrderOf: fields).filter { !names.contains($0.field) }
        message = rest.isEmpty ? nil : rest.map { "\($0.field): \($0.message)" }.joined(separator: "; ")
        if let first = entries.firstIndex(where: { $0.error != nil }) { focus = first }
    }

    /// Moves the focus and validates the entry that loses the focus.
    mutating func moveFocus(by step: Int) {
        if entries.indices.contains(focus) { check(focus) }
        focus = (focus + step + stopCount) % stopCount
    }

    /// Validates the text of an entry.
    ///
    /// While the form has not been sent, an empty text is not an error.
    private mutating func check(_ index: Int) {
        if !entries[index].text.isEmpty { entries[index].check() }
    }
}
