import FeatureKit
import Interaction
import TerminalKit

/// A form in front of a page, for those fields of an action that the button does not preset.
struct FormState: FilledForm, OverlayState {
    static let name = "form"

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
        let texts: [String: FormModel.Draft]
        /// The texts that the person typed, in the order of the fields.
        let typed: [String]
        /// The title of what the form is about.
        let subject: String?
        /// The newest known button and row of the form, which open the form again when the page shows them no longer.
        let button: Button
        let row: Row?
        /// How the form edits a cell; `nil` for any other form.
        let edit: ColumnEdit?
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
    /// How the form edits a cell; `nil` for any other form.
    let edit: ColumnEdit?
    /// The title of what the form is about: its row, or the record of the page.
    let subject: String?
    private var controls: FormControls
    /// The index of the focused item.
    ///
    /// The entries come first, then the submit button and the cancel button.
    private(set) var focus = 0 { didSet { focusedDecision = nil } }
    /// The button below the focused entry that has the focus.
    ///
    /// It loses the focus as soon as it would decide about another value than the one that it has shown.
    private var focusedDecision: Decision?
    /// Whether the form shows the texts of a draft.
    private(set) var isDraft = false
    /// Whether the page has offered the button of the form.
    var wasOffered = false
    /// Whether the page no longer offers the button, because it no longer shows the record.
    ///
    /// The form belongs to the record and not to the list, so it can still be sent. The session knows whether the
    /// record exists.
    var isAway = false
    /// The title of the button that sends the form.
    let submitTitle: String

    /// Creates the form of a button.
    ///
    /// - Parameters:
    ///   - fields: All fields of the button's action.
    ///   - row: The row of the button. Its values are the initial values.
    ///   - subject: The title of what the form is about; `nil` if the button's title says enough.
    ///   - page: The key of the page.
    ///   - place: The place that the page shows; `nil` if it is unknown.
    ///   - edit: How the form edits a cell of the row; `nil` for any other form.
    init(
        _ button: Button, fields: [FieldDescription], row: Row?, about subject: String?, page: Int, place: Place? = nil,
        editing edit: ColumnEdit? = nil
    ) {
        self.page = page
        identity = Identity(place: place ?? .page(page), action: button.action, row: row?.id, title: button.title)
        (self.button, self.row, self.fields, self.subject, self.edit) = (button, row, fields, subject, edit)
        let asked = fields.asked(besides: button.arguments)
        let values = (row?.values ?? [:]).merging(button.values) { $1 }
        submitTitle = edit == nil ? button.submitTitle(asking: asked, beginningWith: values) : "Save"
        controls = FormControls(
            FormModel(asked, FormSource(button, row: row, fields: asked)), isInPlace: false)
        focusField()
    }

    /// Moves the form to another page, which shows the same place.
    mutating func move(to new: Int) {
        identity = identity.moved(from: page, to: new)
        page = new
    }

    // MARK: - State

    private var model: FormModel { controls.model }
    var entries: [Entry] { controls.entries }
    /// The focused entry; `nil` if a button of the form has the focus.
    var focusedEntry: Entry? { entries.indices.contains(focus) ? entries[focus] : nil }
    /// The button below the focused entry that has the focus; `nil` if the text has it.
    var decision: Decision? { focusedEntry?.theirs == nil ? nil : focusedDecision }
    /// The key of the running call; `nil` if no call is running.
    var call: Int? { model.call }
    /// The message that does not belong to an entry.
    var message: String? { model.message }

    /// Whether another person has changed the value of a field, and the user has not decided yet.
    var hasConflicts: Bool { model.hasConflicts }

    /// Whether the submit button is focused.
    var isOnSubmit: Bool { focus == entries.count }
    /// Whether the cancel button is focused.
    var isOnCancel: Bool { focus == entries.count + 1 }
    /// The number of items that can have the focus.
    var stopCount: Int { entries.count + 2 }

    /// The texts that the person typed and did not send, as they are shown.
    var unsentTexts: [String] { model.fields.filter { $0.isChanged && !$0.text.isEmpty }.map(\.quotableText) }

    /// The draft to keep; `nil` if no text that can be kept differs from the initial text.
    var draft: Draft? {
        let texts = model.draft
        guard !texts.isEmpty else { return nil }
        return Draft(
            texts: texts, typed: model.fields.compactMap { texts[$0.name]?.text }.filter { !$0.isEmpty },
            subject: subject, button: button, row: row, edit: edit, wasOffered: wasOffered)
    }

    /// Says that the page no longer shows what the form is about; `nil` if it does.
    var note: String? {
        guard isAway else { return nil }
        let place = identity.row == nil ? "on this page" : "in this list"
        return "\u{201C}\(subject ?? button.title)\u{201D} is no longer \(place). ^S still sends the form."
    }

    // MARK: - Frames

    /// Shows the texts of a draft.
    ///
    /// If a value has changed since the draft was typed, its field says so.
    mutating func restore(_ draft: Draft) {
        (isDraft, wasOffered) = (true, draft.wasOffered)
        controls.update { $0.restore(draft.texts) }
    }

    /// Takes the newest button and values, after the values have changed elsewhere.
    ///
    /// A field without typed text shows its new value. A field with typed text keeps the text and says the new value.
    mutating func rebase(on button: Button, row: Row?) {
        let asked = entries.map(\.field)
        guard Set(asked.map(\.name)).isDisjoint(with: button.arguments.keys) else { return }
        self.button = button
        if let row { self.row = row }
        let theirs = focusedEntry?.theirs
        controls.update { $0.show(FormSource(button, row: row, fields: asked)) }
        if focusedEntry?.theirs != theirs { focusedDecision = nil }
    }

    // MARK: - Editing

    /// Handles a key that edits the focused field.
    ///
    /// Returns `false` for any other key.
    mutating func edit(_ press: KeyPress) -> Bool {
        guard entries.indices.contains(focus) else { return false }
        return edit(focus) { $0.take(press) }
    }

    @discardableResult
    mutating func edit<Result>(_ index: Int, _ change: (inout Entry) -> Result) -> Result {
        controls.edit(index, change)
    }

    mutating func check(_ index: Int) {
        controls.update { [name = entries[index].field.name] in $0.check(name) }
    }

    mutating func decide(_ index: Int, _ decision: Decision) {
        focusedDecision = nil
        controls.update { [name = entries[index].field.name] in $0.decide(name, takingTheirs: decision == .theirs) }
    }

    /// Moves the focus to another item and validates the entry that loses the focus.
    mutating func moveFocus(by step: Int) {
        focus = (focus + step + stopCount) % stopCount
        focusField()
    }

    /// Moves the focus to the next or to the previous item, or to a button below an entry.
    mutating func moveFocusInside(by step: Int) {
        let places: [Decision?] = [nil] + Decision.allCases
        if focusedEntry?.theirs != nil, let index = places.firstIndex(of: decision),
            places.indices.contains(index + step)
        {
            return focusedDecision = places[index + step]
        }
        moveFocus(by: step)
        if step < 0, focusedEntry?.theirs != nil { focusedDecision = places.last ?? nil }
    }

    private mutating func focusField() {
        controls.update { [name = focusedEntry?.field.name] in
            if let name { $0.enter(name) } else { $0.leave() }
        }
    }

    /// Focuses the field that the model focuses.
    private mutating func takeFocus() {
        focus = model.fields.firstIndex { $0.name == model.focus } ?? focus
    }

    // MARK: - Sending

    /// Returns the action's arguments if all fields are valid and the person has decided about all changes of others.
    ///
    /// If not, the first field in the way gets the focus.
    mutating func arguments() -> [String: FieldValue]? {
        let values = controls.update { [button, fields] in $0.submitValues(with: button.arguments, of: fields) }
        if values == nil { takeFocus() }
        return values
    }

    /// Notes the call that sends the form.
    mutating func began(_ call: Int) { controls.update { $0.began(call) } }

    /// Shows why the form's call has failed, and focuses the first refused field.
    ///
    /// - Parameter message: What to say about an error that names no field.
    mutating func ended(_ call: Int, _ error: any Error, _ message: @autoclosure () -> String) {
        controls.update { [fields] in $0.ended(call, revision: nil, error: error, of: fields) }
        if !(error is InputRefused) {
            controls.update { [message = message()] in $0.message = message }
        } else if let first = entries.firstIndex(where: { $0.error != nil }) {
            focus = first
            focusField()
        }
    }

    mutating func refuse(_ refused: InputRefused) {
        // The plain view runs one call at a time, so any key names it.
        began(0)
        ended(0, refused, "")
    }

    /// Focuses the first field whose text differs from what another person has saved, until the user decides.
    mutating func focusConflict() {
        guard let index = entries.firstIndex(where: { $0.theirs != nil }) else { return }
        focus = index
        focusField()
    }
}
