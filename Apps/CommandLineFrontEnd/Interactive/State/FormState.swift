import FeatureKit

/// A form for those fields of an action that the button does not preset.
struct FormState: Sendable {
    /// The identity of a form, under which the form's draft is stored.
    ///
    /// A form belongs to a place and not to the page that shows the place, so its draft outlives the page.
    struct Identity: Hashable, Sendable {
        let place: Place
        let action: String
        let row: String?
        let title: String

        /// Returns the identity on another page, if the form belongs to the page `old`.
        func moved(from old: Int, to new: Int) -> Identity {
            guard place == .page(old) else { return self }
            return Identity(place: .page(new), action: action, row: row, title: title)
        }
    }

    /// The place that a form belongs to.
    enum Place: Hashable, Sendable {
        /// The place that a launch with these options shows, without the options that only search or order a list.
        case launch(feature: String, options: [String: FieldValue])
        /// The place of the page with this key, whose options are unknown.
        case page(Int)
    }

    /// The texts that a person typed and did not send.
    struct Draft: Hashable, Sendable {
        /// The typed texts, by field name.
        let texts: [String: String]
        /// The texts with which the form began, by field name.
        let initial: [String: String]
        /// The texts that the person typed, in the order of the fields.
        let typed: [String]
        /// The title of what the form is about.
        let subject: String?
        /// The newest known button and row of the form, which open the form again when the page shows them no longer.
        let button: Button
        let row: Row?
        /// Whether the page has offered the button of the form.
        let wasOffered: Bool
        /// Whether the person has been told that the page no longer offers the form.
        var isTold = false
    }

    private(set) var identity: Identity
    /// The key of the page that shows the form.
    private(set) var page: Int
    private(set) var button: Button
    /// The newest known row of the button; `nil` for a button of the page.
    private(set) var row: Row?
    let fields: [FieldDescription]
    /// The title of what the form is about: its row, or the record of the page.
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
    /// Whether the form shows the texts of a draft.
    private(set) var isDraft = false
    /// Whether the page has offered the button of the form.
    var wasOffered = false
    /// Whether the page no longer offers the button, because it no longer shows the record.
    ///
    /// The form belongs to the record and not to the list, so it can still be sent. The session knows whether the
    /// record exists.
    var isAway = false
    private var initial: [String: String]
    /// The texts with which fields began before another person changed their values, by field name.
    ///
    /// They matter until the person decides.
    private var contested: [String: String] = [:]

    /// Creates the form of a button.
    ///
    /// - Parameters:
    ///   - fields: All fields of the button's action.
    ///   - row: The row of the button. Its values are the initial values.
    ///   - subject: The title of what the form is about; `nil` if the button's title says enough.
    ///   - page: The key of the page.
    ///   - place: The place that the page shows; `nil` if it is unknown.
    init(
        _ button: Button, fields: [FieldDescription], row: Row?, about subject: String?, page: Int, place: Place? = nil
    ) {
        self.page = page
        identity = Identity(place: place ?? .page(page), action: button.action, row: row?.id, title: button.title)
        (self.button, self.row, self.fields, self.subject) = (button, row, fields, subject)
        let asked = fields.filter { button.arguments[$0.name] == nil }
        initial = Dictionary(asked.map { ($0.name, button.initialText(of: $0, row: row)) }) { $1 }
        submitTitle = button.submitTitle(
            asking: asked, beginningWith: (row?.values ?? [:]).merging(button.values) { $1 })
        entries = asked.map { [initial] field in Entry(field, text: initial[field.name] ?? "") }
    }

    /// Moves the form to another page, which shows the same place.
    mutating func move(to new: Int) {
        identity = identity.moved(from: page, to: new)
        page = new
    }

    /// Shows the texts of a draft.
    ///
    /// If a value has changed since the draft was typed, its field says so.
    mutating func restore(_ draft: Draft) {
        let now = initial
        (isDraft, wasOffered) = (true, draft.wasOffered)
        initial = draft.initial
        for index in entries.indices {
            let field = entries[index].field
            entries[index] = Entry(field, text: draft.texts[field.name] ?? now[field.name] ?? "")
        }
        rebase(on: now)
    }

    /// Takes the newest button and values, after the values have changed elsewhere.
    ///
    /// A field without typed text shows its new value. A field with typed text keeps the text and says the new value.
    mutating func rebase(on button: Button, row: Row?) {
        guard Set(entries.map(\.field.name)).isDisjoint(with: button.arguments.keys) else { return }
        self.button = button
        if let row { self.row = row }
        let names = entries.map(\.field)
        rebase(on: Dictionary(names.map { ($0.name, button.initialText(of: $0, row: row)) }) { $1 })
    }

    private mutating func rebase(on now: [String: String]) {
        for index in entries.indices {
            let (name, typed) = (entries[index].field.name, entries[index].text)
            guard let new = now[name], new != initial[name] else { continue }
            if typed == initial[name] {
                entries[index] = Entry(entries[index].field, text: new)
            } else if typed != new {
                if entries[index].theirs == nil { contested[name] = initial[name] ?? "" }
                entries[index].theirs = new
            }
        }
        initial = now
    }

    /// Whether another person has changed the value of a field, and the user has not decided yet.
    var hasConflicts: Bool { entries.contains { $0.theirs != nil } }
    /// Whether another person has changed the value of the focused field.
    var hasConflictInFocus: Bool { entries.indices.contains(focus) && entries[focus].theirs != nil }

    /// The title of the button that sends the form.
    let submitTitle: String

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
    private var draftTexts: [String: String] {
        Dictionary(entries.filter { $0.field.kind != .secret }.map { ($0.field.name, $0.text) }) { $1 }
    }

    /// The entries whose text differs from the initial text.
    private var changed: [Entry] { entries.filter { $0.text != initial[$0.field.name] } }

    /// The texts that the person typed and did not send, as they are shown.
    var unsentTexts: [String] { changed.filter { !$0.text.isEmpty }.map(\.quotableText) }

    /// The draft to keep; `nil` if no text that can be kept differs from the initial text.
    var draft: Draft? {
        let kept = changed.filter { $0.field.kind != .secret }
        guard !kept.isEmpty else { return nil }
        // A draft of a form with a conflict has the conflict again when it is opened.
        let undecided = Set(entries.filter { $0.theirs != nil }.map(\.field.name))
        return Draft(
            texts: draftTexts, initial: initial.merging(contested.filter { undecided.contains($0.key) }) { $1 },
            typed: kept.map(\.text).filter { !$0.isEmpty }, subject: subject,
            button: button, row: row, wasOffered: wasOffered)
    }

    /// Says that the page no longer shows what the form is about; `nil` if it does.
    var note: String? {
        guard isAway else { return nil }
        let place = identity.row == nil ? "on this page" : "in this list"
        return "\u{201C}\(subject ?? button.title)\u{201D} is no longer \(place). ^S still sends the form."
    }

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

    /// Focuses the first field whose text differs from what another person has saved, until the user decides.
    ///
    /// Returns whether there is such a field.
    mutating func focusConflict() -> Bool {
        guard let index = entries.firstIndex(where: { $0.theirs != nil }) else { return false }
        focus = index
        return true
    }

    /// Sets the error messages of the refused fields and focuses the first of these fields.
    mutating func show(_ refused: InputRefused) {
        for index in entries.indices { entries[index].refuse(refused.advice[entries[index].field.name]) }
        let names = Set(entries.map(\.field.name))
        let rest = refused.advice(inOrderOf: fields).filter { !names.contains($0.field) }
        message = rest.isEmpty ? nil : fields.sentence(rest)
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

extension Button {
    /// Returns the text with which a field of the button's form begins.
    fileprivate func initialText(of field: FieldDescription, row: Row?) -> String {
        (values[field.name] ?? row?.values[field.name] ?? field.defaultValue)?.formText ?? ""
    }
}

extension [FieldDescription] {
    /// Returns the messages about fields that the form does not show.
    ///
    /// Several messages name their fields by their titles.
    func sentence(_ messages: [(field: String, message: String)]) -> String {
        if messages.count == 1, contains(where: { $0.name == messages[0].field }) { return messages[0].message }
        let named = messages.map { name, message in "\(first { $0.name == name }?.title ?? name): \(message)" }
        return named.joined(separator: "; ")
    }
}
