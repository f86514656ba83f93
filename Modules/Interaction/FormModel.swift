package import FeatureKit

/// What a person does with a form: the texts that they type, and what becomes of the texts.
///
/// This type uses no clock, no session and no surface, so a test can run every order of events. A form of the screen and
/// the form of a button follow the same rules:
///
/// - A field without typed text shows the record's value.
/// - A field with typed text keeps it until three things have happened: the person has left the field, the last call with
///   the text has been answered, and a frame of the answer's revision or of a later revision has arrived.
/// - A form that submits on change runs one call at a time. The newest texts wait until that call has ended. Texts that
///   were replaced in the meantime are never sent.
/// - A form with a button is not sent while a field is contested: the person first takes the other person's value or keeps
///   the own one. ``Standing`` is the rule.
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
    package private(set) var submits = FormElement.Submission.button
    /// The revision of the newest frame; -1 before the first one.
    package private(set) var revision = -1
    /// The name of the field that the person is editing.
    package private(set) var focus: String?
    /// The key of the running call; `nil` if no call is running.
    package private(set) var call: Int?
    /// The message about the form that belongs to no field.
    package var message: String?

    /// The names of the fields whose texts the running call, or the call that is about to run, sends.
    private var underWay: Set<String> = []

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
        fields[index].typed = Typed(seen: field.typed?.seen ?? field.saved, answer: field.typed?.answer)
        fields[index].text = text
        fields[index].error = nil
        message = nil
        if submits == .change, !text.isEmpty { fields[index].check() }
        compare(index)
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

    // MARK: - Sending

    /// Returns the changes to send for a form that submits on change; `nil` if there are none or a call is running.
    ///
    /// The returned changes count as under way. Report the key of their call with ``began(_:)``.
    package mutating func nextChanges() -> Changes? {
        guard submits == .change, call == nil else { return nil }
        let changes = takeChanges { $0.isUnsent }
        if changes == nil { settle() }
        return changes
    }

    /// Returns the changes to send for a form of the screen with a button.
    ///
    /// The result is `nil` if a call is running, a field is contested or invalid. The first such field gets the focus.
    /// As with ``nextChanges()``, the returned changes count as under way.
    package mutating func submitChanges() -> Changes? {
        guard call == nil else { return nil }
        if submits == .change { return nextChanges() }
        guard canSubmit() else { return nil }
        for index in fields.indices where fields[index].isEnabled {
            let isMissing = fields[index].text.isEmpty && fields[index].description.required
            if fields[index].typed != nil || isMissing { fields[index].check() } else { fields[index].error = nil }
        }
        if let wrong = fields.first(where: { $0.error != nil }) {
            enter(wrong.name)
            return nil
        }
        return takeChanges { _ in true } ?? Changes()
    }

    /// Returns the values of all fields, to send with the form of a button.
    ///
    /// The result is `nil` if a field is contested or invalid. The first such field gets the focus.
    ///
    /// - Parameters:
    ///   - preset: The values that the button presets.
    ///   - all: All fields of the button's action.
    package mutating func submitValues(
        with preset: [String: FieldValue], of all: [FieldDescription]
    ) -> [String: FieldValue]? {
        guard call == nil, canSubmit() else { return nil }
        do throws(InputRefused) {
            let texts = Dictionary(fields.map { ($0.name, $0.text) }) { $1 }
            let values = preset.merging(try fields.map(\.description).read(texts, isForm: true)) { $1 }
            _ = try all.check(values)
            underWay = Set(fields.map(\.name))
            change(underWay) { ($0.isUnsent, $0.isRefused) = (false, false) }
            return values
        } catch {
            show(error, of: all) { _ in true }
            focus = fields.first { $0.error != nil }?.name ?? focus
            return nil
        }
    }

    /// Returns whether no field is contested; the first contested field gets the focus.
    private mutating func canSubmit() -> Bool {
        message = nil
        guard let contested = fields.first(where: { $0.theirs != nil }) else { return true }
        enter(contested.name)
        message = "Another person has changed it: take theirs or keep yours."
        return false
    }

    /// Returns the changed fields, and notes that they are under way.
    private mutating func takeChanges(_ isWanted: (Typed) -> Bool) -> Changes? {
        var changes = Changes()
        var names: Set<String> = []
        for index in fields.indices {
            let field = fields[index]
            guard let typed = field.typed, field.isEnabled, isWanted(typed) else { continue }
            // The record's value reflects the last call only if a frame has arrived since the answer to that call.
            if (typed.answer ?? -1) <= revision, field.isAsSaved {
                fields[index].typed?.isUnsent = false
                // The button ends the editing of this text too.
                if submits == .button { fields[index].typed?.answer = revision }
                continue
            }
            switch field.reading {
            case .value(let value): changes.values[field.name] = value
            case .nothing: changes.emptied.insert(field.name)
            case .wrong: continue
            }
            names.insert(field.name)
        }
        change(names) { ($0.isUnsent, $0.isRefused) = (false, false) }
        guard !names.isEmpty else { return nil }
        underWay = names
        return changes
    }

    /// Stores the key of the call that sends the form.
    package mutating func began(_ call: Int) { self.call = call }

    /// Handles the end of a call.
    ///
    /// - Parameters:
    ///   - revision: The revision that shows the effect of the call, or `nil` if that revision is unknown.
    ///   - error: The error of the call, or `nil` if the call succeeded.
    ///   - all: All fields of the action.
    package mutating func ended(_ call: Int, revision: Int?, error: (any Error)?, of all: [FieldDescription]) {
        guard call == self.call else { return }
        self.call = nil
        let names = underWay
        underWay = []
        switch error {
        case nil:
            message = nil
            for index in fields.indices where fields[index].typed == nil { fields[index].error = nil }
            change(names) { [newest = self.revision] in $0.answer = revision ?? newest }
        // A later call of the same action has replaced this call. The frames show the result of the later call.
        case let error as FeatureError where error.code == .superseded && submits == .change:
            change(names) { [newest = self.revision] in $0.answer = newest }
        case let refused as InputRefused:
            // The call also sent texts of other fields. Those texts are sent again without the refused texts.
            let isTheirs = names.contains { refused.fields[$0] != nil }
            change(names.filter { isTheirs && refused.fields[$0] == nil }) { $0.isUnsent = true }
            change(names.filter { !isTheirs || refused.fields[$0] != nil }) { $0.isRefused = true }
            // A text that the person has edited in the meantime is no longer the refused text.
            show(refused, of: all) { field in
                field.typed?.isUnsent != true && (names.contains(field.name) || refused.fields[field.name] != nil)
            }
        default: change(names) { $0.isRefused = true }
        }
        settle()
        for index in fields.indices { compare(index) }
    }

    private mutating func change(_ names: Set<String>, _ body: (inout Typed) -> Void) {
        for index in fields.indices where names.contains(fields[index].name) {
            guard var typed = fields[index].typed else { continue }
            body(&typed)
            fields[index].typed = typed
        }
    }

    private mutating func show(
        _ refused: InputRefused, of all: [FieldDescription], where isShown: (Field) -> Bool
    ) {
        for index in fields.indices where isShown(fields[index]) {
            fields[index].error = refused.advice[fields[index].name]
        }
        let rest = refused.advice(inOrderOf: all).filter { self[$0.field] == nil }
        message = rest.isEmpty ? nil : all.sentence(rest)
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
                description: description, text: old?.text ?? saved, saved: saved, choices: source.choices[name],
                isEnabled: !source.disabled.contains(name), error: old?.error, typed: old?.typed)
            // Nobody can send what was typed into a field that is now disabled.
            let isBack = submits == .button && field.standing == .untouched
            if field.typed == nil || !field.isEnabled || isBack { field.follow() }
            return field
        }
        if let focus, self[focus]?.isEnabled != true { self.focus = nil }
        for index in fields.indices { compare(index) }
    }

    /// Discards the typed texts that the record's values now include.
    private mutating func settle() {
        for index in fields.indices {
            let field = fields[index]
            guard let typed = field.typed, !typed.isRefused, !underWay.contains(field.name) else { continue }
            // Submitting with the button ends the editing of all fields, as leaving a field does.
            let isLeft = field.name != focus || submits == .button && typed.answer != nil
            guard isLeft, !typed.isUnsent || field.isAsSaved else { continue }
            if (typed.answer ?? -1) <= revision { fields[index].follow() }
        }
    }

    /// Finds out whether a field is contested.
    ///
    /// A text that was sent is not: the record may change because of it.
    private mutating func compare(_ index: Int) {
        let isContested = submits == .button && fields[index].isUnsent && fields[index].standing == .contested
        fields[index].theirs = isContested ? fields[index].saved : nil
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

extension [FieldDescription] {
    /// Returns the messages about fields that a form does not show.
    ///
    /// Several messages name their fields by their titles.
    package func sentence(_ messages: [(field: String, message: String)]) -> String {
        if messages.count == 1, contains(where: { $0.name == messages[0].field }) { return messages[0].message }
        let named = messages.map { name, message in "\(first { $0.name == name }?.title ?? name): \(message)" }
        return named.joined(separator: "; ")
    }
}
