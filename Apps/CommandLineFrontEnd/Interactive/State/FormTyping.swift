// This file is not divided, because all its parts change the same private state.

package import FeatureKit
package import TerminalKit

/// The state of a form on a page: the texts that a person has typed, and the values that the server shows.
///
/// This type uses no clock and no session, so a test can run every order of keys, responses and frames. The rules:
///
/// - A field shows its typed text until three things have happened: the person has left the field, the last call with
///   the text has been answered, and a frame of the answer's revision or of a later revision has arrived. A field
///   without typed text shows the server's value.
/// - A form that submits on change runs one call at a time. The newest texts wait until that call has ended. Texts that
///   were replaced in the meantime are never sent.
/// - A text that breaks its field's rule is marked as an error and not sent.
package struct FormTyping: Sendable {
    /// The state of a typed text.
    private struct Typed: Sendable {
        /// Whether the text was edited after it was sent.
        var isUnsent = true
        /// Whether the last call with this text was refused.
        var isRefused = false
        /// The revision that showed the effect of the last call with this text; `nil` if no call has been answered.
        var answer: Int?
    }

    /// The form in the newest frame.
    package private(set) var form: FormElement
    /// The revision of the newest frame.
    private(set) var revision = -1
    /// The fields with the texts that they show, in the order of the action's fields.
    private(set) var entries: [FormState.Entry] = []
    /// The name of the field that the person is editing.
    package private(set) var focus: String?
    /// The key of the running call; `nil` if no call is running.
    package private(set) var call: Int?
    /// The messages of a refusal that do not belong to a field of the form.
    private(set) var message: String?

    private var fields: [FieldDescription]
    private var typed: [String: Typed] = [:]
    /// The names of the fields whose texts the running call, or the call that is about to run, sends.
    private var underWay: Set<String> = []

    /// Creates the state of a form without typed text.
    ///
    /// - Parameter fields: The fields of the form's action.
    package init(_ form: FormElement, fields: [FieldDescription]) {
        (self.form, self.fields) = (form, fields)
        makeEntries()
    }

    // MARK: - State

    /// Returns the text that a field shows.
    package func text(of name: String) -> String? { entry(name)?.text }

    /// Returns the error message of a field, or `nil` if the field has no error.
    package func error(of name: String) -> String? { entry(name)?.error }

    /// Returns whether a form that submits on change keeps back the text of a field, because the text is invalid.
    ///
    /// All other fields show what they showed before the text.
    func keepsBack(_ name: String) -> Bool {
        form.submits == .change && entry(name)?.error != nil && typed[name]?.isUnsent == true
    }

    /// The title of the first field whose text the form keeps back; `nil` if there is none.
    var keptBack: String? { entries.first { keepsBack($0.field.name) }?.field.title }

    /// Whether the form has no typed text and no running call.
    var isUntouched: Bool { typed.isEmpty && call == nil }

    /// Whether the form decides which rows a list shows, and in which order.
    var browses: Bool { entries.contains { $0.field.role?.browses == true } }

    /// The typed texts that the server does not have, as they are shown: they wait for the form's button or for a
    /// correction.
    ///
    /// What a person searches for is left out, because nothing is lost with it.
    var unsentTexts: [String] {
        guard !browses else { return [] }
        return entries.filter { entry in
            guard let state = typed[entry.field.name], state.isUnsent || state.isRefused else { return false }
            let isSame = entry.text.utf8.elementsEqual(serverText(entry.field.name).utf8)
            return !isSame && !entry.text.isEmpty
        }.map(\.quotableText)
    }

    /// Returns whether the person can edit a field.
    func isEnabled(_ name: String) -> Bool { !form.disabled.contains(name) }

    /// Returns the entry of a field.
    func entry(_ name: String) -> FormState.Entry? { entries.first { $0.field.name == name } }

    // MARK: - Keys

    /// Moves the focus into a field, and returns whether the field can have the focus.
    @discardableResult
    package mutating func enter(_ name: String) -> Bool {
        guard isEnabled(name), index(of: name) != nil else { return false }
        if focus != name { leave() }
        focus = name
        return true
    }

    /// Moves the focus out of the form.
    package mutating func leave() {
        guard let name = focus else { return }
        focus = nil
        if let index = index(of: name), typed[name]?.isUnsent == true {
            let isMissing = entries[index].text.isEmpty && form.submits == .button
            if !isMissing { check(index) }
        }
        settle()
    }

    /// Handles a key that edits the focused field.
    ///
    /// Returns `false` for any other key.
    package mutating func edit(_ press: KeyPress) -> Bool {
        guard let name = focus, let index = index(of: name) else { return false }
        let before = entries[index].text
        guard entries[index].take(press) else { return false }
        if !entries[index].text.utf8.elementsEqual(before.utf8) { noteEdit(index) }
        return true
    }

    /// Replaces the typed text with the value that another person has saved, or else with the server's value.
    package mutating func takeTheirs() {
        guard let name = focus, let index = index(of: name) else { return }
        entries[index].input = TextInput(form.problems[name]?.theirs?.formText ?? serverText(name))
        noteEdit(index)
    }

    /// Handles a click on the focused field.
    mutating func take(_ action: Hit.EntryAction, column: Int) {
        guard let name = focus, isEnabled(name), let index = index(of: name) else { return }
        let before = entries[index].text
        entries[index].take(action, column: column)
        if entries[index].text != before { noteEdit(index) }
    }

    /// Empties a field, as if the person had deleted its text and left the field.
    mutating func clear(_ name: String) {
        guard isEnabled(name), let index = index(of: name) else { return }
        entries[index].input = TextInput()
        noteEdit(index)
    }

    private mutating func noteEdit(_ index: Int) {
        let name = entries[index].field.name
        typed[name, default: Typed()].isUnsent = true
        typed[name]?.isRefused = false
        entries[index].error = nil
        message = nil
        if form.submits == .change, !entries[index].text.isEmpty { check(index) }
    }

    // MARK: - Sending

    /// Returns the call to send for a form that submits on change, or `nil` if there is nothing to send or a call is
    /// running.
    ///
    /// The returned call counts as running from now on. Report its key with ``began(_:)``.
    package mutating func nextCall() -> Call? {
        guard form.submits == .change, form.enabled, call == nil else { return nil }
        return makeCall(ofUnsent: true)
    }

    /// Returns the call to send for a form with a button, or `nil` if a field is invalid or a call is running.
    ///
    /// The first invalid field gets the focus. As with ``nextCall()``, the returned call counts as running from now on.
    package mutating func submit() -> Call? {
        guard call == nil else { return nil }
        if form.submits == .change { return makeCall(ofUnsent: true) }
        for index in entries.indices {
            let entry = entries[index]
            entries[index].error = nil
            guard isEnabled(entry.field.name) else { continue }
            let isMissing = entry.text.isEmpty && entry.field.required
            if typed[entry.field.name] != nil || isMissing { check(index) }
        }
        if let wrong = entries.first(where: { $0.error != nil }) {
            focus = wrong.field.name
            return nil
        }
        message = nil
        return makeCall(ofUnsent: false)
    }

    /// Stores the key of the call that the form has just returned.
    package mutating func began(_ call: Int) { self.call = call }

    /// Handles the end of a call.
    ///
    /// - Parameters:
    ///   - revision: The revision that shows the effect of the call, or `nil` if that revision is unknown.
    ///   - error: The error of the call, or `nil` if the call succeeded.
    package mutating func ended(_ call: Int, revision: Int?, error: (any Error)?) {
        guard call == self.call else { return }
        self.call = nil
        let names = underWay
        underWay = []
        switch error {
        case nil:
            message = nil
            for index in entries.indices where typed[entries[index].field.name] == nil { entries[index].error = nil }
            for name in names { typed[name]?.answer = revision ?? self.revision }
        // A later call of the same action has replaced this call. The frames show the result of the later call.
        case let error as FeatureError where error.code == .superseded:
            for name in names { typed[name]?.answer = self.revision }
        case let refused as InputRefused:
            // The call also sent texts of other fields. Those texts are sent again without the refused texts.
            let isTheirs = names.contains { refused.fields[$0] != nil }
            for name in names {
                if isTheirs, refused.fields[name] == nil {
                    typed[name]?.isUnsent = true
                } else {
                    typed[name]?.isRefused = true
                }
            }
            show(refused, ofCallWith: names)
        default:
            for name in names { typed[name]?.isRefused = true }
        }
        settle()
    }

    private mutating func show(_ refused: InputRefused, ofCallWith sent: Set<String>) {
        for index in entries.indices {
            let name = entries[index].field.name
            // If the user has edited the text in the meantime, it is no longer the refused text.
            guard typed[name]?.isUnsent != true, sent.contains(name) || refused.fields[name] != nil else { continue }
            entries[index].error = refused.fields[name]
        }
        let names = Set(entries.map(\.field.name))
        let rest = refused.messages(inOrderOf: fields).filter { !names.contains($0.field) }
        message = rest.isEmpty ? nil : fields.sentence(rest)
    }

    /// Returns a call with the changed fields.
    ///
    /// With `isUnsent`, the changed fields are the fields that were edited after they were sent. Without it, they are
    /// all fields that differ from the form's values.
    private mutating func makeCall(ofUnsent isUnsent: Bool) -> Call? {
        var made = Call(form.action, form: form.id)
        var names: Set<String> = []
        for entry in entries {
            let name = entry.field.name
            guard let state = typed[name], isEnabled(name), !isUnsent || state.isUnsent else { continue }
            // The server's value reflects the last call only if a frame has arrived since the answer to that call.
            let isSeen = (state.answer ?? -1) <= revision
            if isSeen, entry.text.utf8.elementsEqual(serverText(name).utf8) {
                typed[name]?.isUnsent = false
                continue
            }
            switch entry.reading(among: form.choices[name]) {
            case .value(let value): made.arguments[name] = value
            case .nothing: made.emptied.insert(name)
            case .wrong: continue
            }
            names.insert(name)
        }
        if isUnsent, names.isEmpty {
            settle()
            return nil
        }
        for name in names {
            typed[name]?.isUnsent = false
            typed[name]?.isRefused = false
        }
        underWay = names
        return made
    }

    // MARK: - Frames

    /// Updates the form from a new frame.
    ///
    /// - Parameter fields: The fields that the form shows now; `nil` if they are the same as before.
    package mutating func show(_ form: FormElement, with fields: [FieldDescription]? = nil, revision: Int) {
        guard revision >= self.revision else { return }
        (self.form, self.revision) = (form, revision)
        if let fields, fields != self.fields { self.fields = fields }
        for name in form.disabled {
            typed[name] = nil
            if focus == name { focus = nil }
        }
        makeEntries()
        settle()
    }

    /// Returns the form for a new session at the same place, with the texts that the person typed and did not send.
    ///
    /// The outcome of a running call is unknown, so its texts count as not sent. The first frame of the new session is
    /// newer than any frame of the old one.
    func inNewSession() -> FormTyping {
        var new = self
        new.leave()
        (new.revision, new.call, new.message, new.underWay) = (-1, nil, nil, [])
        for (name, state) in typed {
            new.typed[name] = underWay.contains(name) || state.isUnsent || state.isRefused ? Typed() : nil
        }
        new.makeEntries()
        return new
    }

    /// Discards the typed texts that the server's values now include.
    private mutating func settle() {
        for (name, state) in typed where !state.isRefused && !underWay.contains(name) {
            // Submitting with the button ends the editing of all fields, as leaving a field does.
            let isLeft = name != focus || form.submits == .button && state.answer != nil
            let isSame = entry(name)?.text.utf8.elementsEqual(serverText(name).utf8) == true
            guard isLeft, !state.isUnsent || isSame else { continue }
            if (state.answer ?? -1) <= revision { typed[name] = nil }
        }
        makeEntries()
    }

    /// Rebuilds the entries.
    ///
    /// A field with typed text keeps that text. A field without typed text shows the server's value.
    private mutating func makeEntries() {
        entries = fields.map { field in
            let old = entry(field.name)
            let text = serverText(field.name)
            if typed[field.name] != nil, let old { return old.offering(form.choices[field.name]) }
            let isSame = old?.text.utf8.elementsEqual(text.utf8) == true
            var entry = FormState.Entry(field, text: text, among: form.choices[field.name])
            entry.isInPlace = true
            // Keep the cursor position and the error.
            entry.option = min(old?.option ?? 0, max(0, entry.options.count - 1))
            if isSame, let old { (entry.input, entry.error) = (old.input, old.error) }
            return entry
        }
    }

    private func serverText(_ name: String) -> String { form.values[name]?.formText ?? "" }

    private func index(of name: String) -> Int? { entries.firstIndex { $0.field.name == name } }

    private mutating func check(_ index: Int) {
        if case .wrong(let message) = entries[index].reading(among: form.choices[entries[index].field.name]) {
            entries[index].error = message
        } else {
            entries[index].error = nil
        }
    }
}
