package import FeatureKit
package import TerminalKit

/// A form in place: the texts that a person has typed, and the values that the server shows.
///
/// It knows neither time nor session, so a test can run every order of keys, answers and frames:
///
/// - A typed text stays until its field is left, its last call has been answered, and a frame at or after the answer's
///   revision has come. Every other field shows the server's value.
/// - A form on change has one call under way. The newest texts wait for its end; texts between are skipped.
/// - A text that does not fit its field's rule is marked and not sent.
package struct FormTyping: Sendable {
    /// The state of a typed text.
    private struct Typed: Sendable {
        /// Whether it was edited after it was sent.
        var isUnsent = true
        /// Whether its last call was refused.
        var isRefused = false
        /// The revision that showed its last call's effect; `nil` if none has been answered.
        var answer: Int?
    }

    /// The form as the newest frame shows it.
    package private(set) var form: FormElement
    /// The revision of the newest frame.
    private(set) var revision = -1
    /// The fields with the texts that they show, in the action's order.
    private(set) var entries: [FormState.Entry] = []
    /// The name of the field that the person is in.
    package private(set) var focus: String?
    /// The call that is under way.
    package private(set) var call: Int?
    /// The errors of a refusal that belong to no field of the form.
    private(set) var message: String?

    private let fields: [FieldDescription]
    private var typed: [String: Typed] = [:]
    /// The fields of the call that is about to begin or under way.
    private var underWay: Set<String> = []

    /// Creates the state of a form without typed text.
    ///
    /// - Parameter fields: The fields of the form's action.
    package init(_ form: FormElement, fields: [FieldDescription]) {
        (self.form, self.fields) = (form, fields)
        makeEntries()
    }

    // MARK: - Facts

    /// The text that a field shows.
    package func text(of name: String) -> String? { entry(name)?.text }

    /// The error of a field; `nil` if it has none.
    package func error(of name: String) -> String? { entry(name)?.error }

    /// Whether the form holds no typed text and has no running call.
    var isUntouched: Bool { typed.isEmpty && call == nil }

    /// Whether a field can be entered.
    func isEnabled(_ name: String) -> Bool { !form.disabled.contains(name) }

    /// The entry of a field.
    func entry(_ name: String) -> FormState.Entry? { entries.first { $0.field.name == name } }

    // MARK: - The person

    /// Moves the person into a field; returns whether the field can be entered.
    @discardableResult
    package mutating func enter(_ name: String) -> Bool {
        guard isEnabled(name), index(of: name) != nil else { return false }
        if focus != name { leave() }
        focus = name
        return true
    }

    /// Moves the person out of the field.
    package mutating func leave() {
        guard let name = focus else { return }
        focus = nil
        if let index = index(of: name), typed[name]?.isUnsent == true {
            let isMissing = entries[index].text.isEmpty && form.submits == .button
            if !isMissing { check(index) }
        }
        settle()
    }

    /// Handles an editing key in the person's field.
    ///
    /// Returns whether it was one.
    package mutating func edit(_ press: KeyPress) -> Bool {
        guard let name = focus, let index = index(of: name) else { return false }
        let before = entries[index].text
        guard entries[index].take(press) else { return false }
        if !entries[index].text.utf8.elementsEqual(before.utf8) { noteEdit(index) }
        return true
    }

    /// Replaces the typed text by the value that somebody else has saved, or else by the server's value.
    package mutating func takeTheirs() {
        guard let name = focus, let index = index(of: name) else { return }
        entries[index].input = TextInput(form.problems[name]?.theirs?.formText ?? serverText(name))
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

    /// Returns the call that a form on change sends now; `nil` if there is nothing to send or a call is under way.
    ///
    /// The call counts as under way from here on: follow it with ``began(_:)``.
    package mutating func nextCall() -> Call? {
        guard form.submits == .change, form.enabled, call == nil else { return nil }
        return makeCall(ofUnsent: true)
    }

    /// Returns the call that a form with a button sends; `nil` if something is wrong or a call is under way.
    ///
    /// The first field that is wrong gets the focus. The call counts as under way from here on, as with ``nextCall()``.
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

    /// Notes the key of the call that the form has just returned.
    package mutating func began(_ call: Int) { self.call = call }

    /// Notes that a call has ended.
    ///
    /// - Parameters:
    ///   - revision: The revision that shows its effect; `nil` if it is unknown.
    ///   - error: The reason of its failure; `nil` if it succeeded.
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
        // A later call of the action took its place: the frames show what came of that one.
        case let error as FeatureError where error.code == .superseded:
            for name in names { typed[name]?.answer = self.revision }
        case let refused as InputRefused:
            // Texts that were sent beside the refused ones are sent again without them.
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
            // A text that was edited meanwhile is not the one that was refused.
            guard typed[name]?.isUnsent != true, sent.contains(name) || refused.fields[name] != nil else { continue }
            entries[index].error = refused.fields[name]
        }
        let names = Set(entries.map(\.field.name))
        let rest = refused.messages(inOrderOf: fields).filter { !names.contains($0.field) }
        message = rest.isEmpty ? nil : rest.map { "\($0.field): \($0.message)" }.joined(separator: "; ")
    }

    /// Makes a call of the fields that differ from the form's values, or of those that were edited after they were sent.
    private mutating func makeCall(ofUnsent isUnsent: Bool) -> Call? {
        var made = Call(form.action, form: form.id)
        var names: Set<String> = []
        for entry in entries {
            let name = entry.field.name
            guard let state = typed[name], isEnabled(name), !isUnsent || state.isUnsent else { continue }
            // The server's value is that of the last call only if a frame has come since its answer.
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

    // MARK: - The server

    /// Takes the form as a frame shows it.
    package mutating func show(_ form: FormElement, revision: Int) {
        guard revision >= self.revision else { return }
        (self.form, self.revision) = (form, revision)
        for name in form.disabled {
            typed[name] = nil
            if focus == name { focus = nil }
        }
        makeEntries()
        settle()
    }

    /// Lets go of the typed texts that the server's values have caught up with.
    private mutating func settle() {
        for (name, state) in typed where !state.isRefused && !underWay.contains(name) {
            // Sending by a button ends the typing as leaving the field does.
            let isLeft = name != focus || form.submits == .button && state.answer != nil
            let isSame = entry(name)?.text.utf8.elementsEqual(serverText(name).utf8) == true
            guard isLeft, !state.isUnsent || isSame else { continue }
            if (state.answer ?? -1) <= revision { typed[name] = nil }
        }
        makeEntries()
    }

    /// Sets the entries anew: typed texts as they are, the others as the server has them.
    private mutating func makeEntries() {
        entries = fields.map { field in
            let old = entry(field.name)
            let text = serverText(field.name)
            if typed[field.name] != nil, let old { return old.offering(form.choices[field.name]) }
            let isSame = old?.text.utf8.elementsEqual(text.utf8) == true
            var entry = FormState.Entry(field, text: text, among: form.choices[field.name])
            // The cursor stays where it is.
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
