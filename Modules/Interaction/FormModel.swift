package import FeatureKit

/// The state of a form: the texts that a person has typed, and the values of the record.
///
/// This type uses no clock, no session and no surface, so a test can run every order of events. A form of the screen and
/// the form of a button follow the same rules:
///
/// - A field without typed text shows the record's value.
/// - A field with typed text keeps it until three things have happened: the person has left the field, the last call with
///   the text has been answered, and a frame of the answer's revision or of a later revision has arrived.
/// - A form that submits on change runs one call at a time. The newest texts wait until that call has ended. Texts that
///   were replaced in the meantime are never sent.
/// - A form with a button is not sent while a field is contested (``Standing``): the person first decides between their
///   text and the other person's value.
/// - A text that breaks its field's rule is marked as an error and not sent.
package struct FormModel: Sendable {
    /// The changed fields of a form of the screen.
    package struct Changes: Sendable, Hashable {
        /// The new values, by field name.
        package var values: [String: FieldValue] = [:]
        /// The names of the fields whose value was removed.
        package var emptied: Set<String> = []

        /// Creates changes.
        package init(values: [String: FieldValue] = [:], emptied: Set<String> = []) {
            (self.values, self.emptied) = (values, emptied)
        }
    }

    /// The fields that a person fills in, in the order of the action's fields.
    package internal(set) var fields: [Field] = []
    /// The event that makes a front end send the form.
    package internal(set) var submits = FormElement.Submission.button
    /// The revision of the newest frame; -1 before the first one.
    package internal(set) var revision = -1
    /// The name of the field that the person is editing.
    package internal(set) var focus: String?
    /// The key of the running call; `nil` if no call is running.
    package internal(set) var call: Int?
    /// The message about the form that belongs to no field.
    package var message: String?

    /// The names of the fields whose texts the running call, or the call that is about to run, sends.
    var underWay: Set<String> = []

    /// Creates the state of a form without typed text.
    package init(_ fields: [FieldDescription], _ source: FormSource) { take(source, fields) }

    /// Returns the field with a name.
    package subscript(name: String) -> Field? { fields.first { $0.name == name } }

    private func index(of name: String) -> Int? { fields.firstIndex { $0.name == name } }

    /// Whether the form has no typed text and no running call.
    package var isUntouched: Bool { call == nil && fields.allSatisfy { $0.typed == nil } }

    /// Whether another person has changed the value of a field, and the person has not decided yet.
    package var hasConflicts: Bool { fields.contains { $0.theirs != nil } }

    /// Returns whether a form that submits on change keeps back the text of a field, because the text is invalid.
    ///
    /// All other fields show what they showed before the text.
    package func keepsBack(_ field: Field) -> Bool {
        submits == .change && field.error != nil && field.typed?.isUnsent == true
    }

    // MARK: - The person

    /// Moves the focus into a field, and returns whether the field can have the focus.
    @discardableResult
    package mutating func enter(_ name: String) -> Bool {
        guard self[name]?.isEnabled == true else { return false }
        if focus != name { leave() }
        focus = name
        return true
    }

    /// Moves the focus out of the form.
    ///
    /// While a form with a button has not been sent, an empty text is not an error.
    package mutating func leave() {
        guard let name = focus else { return }
        focus = nil
        if let index = index(of: name), fields[index].typed?.isUnsent == true {
            let isMissing = fields[index].text.isEmpty && submits == .button
            if !isMissing { fields[index].check() }
        }
        settle()
    }

    /// Notes that the person has changed the text of a field.
    package mutating func type(_ text: String, in name: String) {
        guard let index = index(of: name), fields[index].isEnabled else { return }
        let field = fields[index]
        fields[index].typed = Typed(
            seen: field.typed?.seen ?? field.saved, answer: field.typed?.answer, sent: field.typed?.sent)
        fields[index].text = text
        fields[index].error = nil
        message = nil
        if submits == .change, !text.isEmpty { fields[index].check() }
        compare(index)
    }

    /// Notes that the person has taken the text of a field from a list of records.
    ///
    /// - Parameter key: The key of the record. The form sends it as long as the text stays.
    package mutating func pick(_ key: String, in name: String) {
        guard let index = index(of: name) else { return }
        if fields[index].typed == nil { type(fields[index].text, in: name) }
        fields[index].typed?.picked = .text(key)
    }

    /// Finds out whether the text of a field can be sent.
    package mutating func check(_ name: String) {
        if let index = index(of: name) { fields[index].check() }
    }

    /// Takes the other person's value of a contested field, or keeps the typed one.
    package mutating func decide(_ name: String, takingTheirs: Bool) {
        guard let index = index(of: name), fields[index].theirs != nil else { return }
        message = nil
        if takingTheirs { return fields[index].follow() }
        let saved = fields[index].saved
        fields[index].typed?.seen = saved
        compare(index)
    }

    // MARK: - Frames

    /// Takes the newest values of the record.
    ///
    /// - Parameters:
    ///   - descriptions: The fields that the form has now; `nil` if they are the same as before.
    ///   - revision: The revision of the frame; an older one than before changes nothing. `nil` if it is unknown.
    package mutating func show(
        _ source: FormSource, of descriptions: [FieldDescription]? = nil, revision: Int? = nil
    ) {
        guard (revision ?? self.revision) >= self.revision else { return }
        self.revision = revision ?? self.revision
        take(source, descriptions ?? fields.map(\.description))
        settle()
    }

    private mutating func take(_ source: FormSource, _ descriptions: [FieldDescription]) {
        submits = source.submits
        fields = descriptions.map { description in
            let name = description.name
            let saved = source.texts[name] ?? ""
            let old = self[name]
            var field = Field(
                description: description, text: old?.text ?? saved, saved: saved, savedKey: source.keys[name],
                choices: source.choices[name], isEnabled: !source.disabled.contains(name), error: old?.error,
                typed: old?.typed)
            // Nobody can send what was typed into a field that is now disabled.
            if !field.isEnabled { field.error = nil }
            // A text that is half typed can mean the old value too.
            let isBack =
                field.isTakenBack && (name != focus || field.typed?.seen.utf8.elementsEqual(field.text.utf8) == true)
            if field.typed == nil || !field.isEnabled || submits == .button && isBack { field.follow() }
            return field
        }
        if let focus, self[focus]?.isEnabled != true { self.focus = nil }
        for index in fields.indices { compare(index) }
    }

    /// Discards the typed texts that the record's values now include.
    mutating func settle() {
        for index in fields.indices {
            let field = fields[index]
            guard let typed = field.typed, !typed.isRefused, !isUnderWay(field) else { continue }
            // Submitting with the button ends the editing of all fields, as leaving a field does.
            let isLeft = field.name != focus || submits == .button && !typed.isUnsent && typed.answer != nil
            let isSaved = field.isAsSaved && typed.picked == nil
            guard isLeft, !typed.isUnsent || isSaved || submits == .button && field.isTakenBack else { continue }
            if (typed.answer ?? -1) <= revision { fields[index].follow() }
        }
    }

    /// Returns whether the running call sends the text of a field.
    private func isUnderWay(_ field: Field) -> Bool { call != nil && underWay.contains(field.name) }

    /// Finds out whether a field is contested.
    ///
    /// A change of the record by the form's own call is no change by another person.
    mutating func compare(_ index: Int) {
        let field = fields[index]
        fields[index].theirs = nil
        guard submits == .button, let typed = field.typed else { return }
        if let sent = typed.sent {
            let isSaved = field.description.isSame(sent, as: field.saved)
            if isSaved { fields[index].typed?.seen = field.saved }
            let isAnswered = !isUnderWay(field) && typed.answer.map { $0 <= revision } ?? false
            if isSaved || isAnswered { fields[index].typed?.sent = nil }
        }
        if field.isUnsent, !isUnderWay(field), (typed.answer ?? -1) <= revision, fields[index].standing == .contested {
            fields[index].theirs = field.saved
        }
    }

    // MARK: - Keeping

    /// Returns the form for a new session at the same place, with the texts that the person typed and did not send.
    ///
    /// The outcome of a running call is unknown, so its texts count as not sent. The first frame of the new session is
    /// newer than any frame of the old one.
    package func inNewSession() -> FormModel {
        var new = self
        new.leave()
        (new.revision, new.call, new.message, new.underWay) = (-1, nil, nil, [])
        for index in new.fields.indices {
            let field = new.fields[index]
            guard let typed = field.typed else { continue }
            if underWay.contains(field.name) || field.isUnsent {
                new.fields[index].typed = Typed(seen: typed.seen)
            } else {
                new.fields[index].follow()
            }
        }
        return new
    }

    /// The texts that the person typed and did not send, each with the text that the person saw before, by field name.
    ///
    /// Secrets are left out, because nothing keeps them.
    package var draft: [String: Draft] {
        let kept = fields.filter { $0.description.kind != .secret && $0.isChanged }
        return Dictionary(kept.map { ($0.name, Draft(text: $0.text, seen: $0.typed?.seen ?? $0.saved)) }) { $1 }
    }

    /// A typed text that is kept.
    package struct Draft: Sendable, Hashable {
        /// The typed text.
        package var text: String
        /// The text that the person saw before typing.
        package var seen: String

        /// Creates a draft of a field.
        package init(text: String, seen: String) { (self.text, self.seen) = (text, seen) }
    }

    /// Shows the texts of a draft.
    ///
    /// A field whose value has changed since then is contested.
    package mutating func restore(_ draft: [String: Draft]) {
        for index in fields.indices {
            guard let kept = draft[fields[index].name] else { continue }
            (fields[index].text, fields[index].typed) = (kept.text, Typed(seen: kept.seen))
            if fields[index].standing == .untouched { fields[index].follow() }
            compare(index)
        }
    }
}
