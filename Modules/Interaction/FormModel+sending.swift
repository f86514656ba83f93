package import FeatureKit

// Sends what a person has typed, and handles the answer.

extension FormModel {
    /// Returns the changes to send for a form that submits on change; `nil` if there are none or a call is running.
    ///
    /// The returned changes count as under way. Report the key of their call with ``began(_:)``.
    package mutating func nextChanges() -> Changes? {
        guard submits == .change, call == nil else { return nil }
        let changes = takeChanges { $0.isUnsent }
        if changes == nil { settle() }
        return changes
    }

    /// Returns the changes to send for a form of the screen when the person asks for it.
    ///
    /// The result is `nil` if a call is running. In a form with a button, it is also `nil` if a field is contested or
    /// invalid; the first such field gets the focus. A form on change sends its refused texts again. As with ``nextChanges()``, the returned changes count as under way.
    package mutating func submitChanges() -> Changes? {
        guard call == nil else { return nil }
        // A text that was refused with another one may be right now.
        if submits == .change { return takeChanges { $0.isUnsent || $0.isRefused } }
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
        for index in fields.indices { fields[index].error = nil }
        do throws(InputRefused) {
            let texts = Dictionary(fields.map { ($0.name, $0.text) }) { $1 }
            var values = preset.merging(try fields.map(\.description).read(texts, isForm: true)) { $1 }
            for field in fields { values[field.name] = field.key ?? values[field.name] }
            _ = try all.check(values)
            underWay = Set(fields.map(\.name))
            return values
        } catch {
            show(error, of: all) { _ in true }
            focus = fields.first { $0.error != nil }?.name ?? focus
            return nil
        }
    }

    /// Returns whether no field is contested; the first contested field gets the focus.
    ///
    /// A field with the value that the person saw before typing is no change, so it follows the record.
    private mutating func canSubmit() -> Bool {
        message = nil
        for index in fields.indices where fields[index].typed != nil && fields[index].isTakenBack {
            fields[index].follow()
        }
        guard let contested = fields.first(where: { $0.theirs != nil }) else { return true }
        enter(contested.name)
        message = Decision.request
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
            if (typed.answer ?? -1) <= revision, field.isAsSaved, typed.picked == nil {
                fields[index].typed?.isUnsent = false
                // The button ends the editing of this text too.
                if submits == .button { fields[index].typed?.answer = revision }
                continue
            }
            switch field.reading {
            case .value(let value): changes.values[field.name] = typed.picked ?? value
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
    package mutating func began(_ call: Int) {
        self.call = call
        for index in fields.indices where underWay.contains(fields[index].name) {
            guard var typed = fields[index].typed else { continue }
            (typed.isUnsent, typed.isRefused, typed.sent) = (false, false, fields[index].text)
            (fields[index].typed, fields[index].theirs) = (typed, nil)
        }
    }

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
            change(names) { $0.sent = nil }
            change(names.filter { isTheirs && refused.fields[$0] == nil }) { $0.isUnsent = true }
            change(names.filter { !isTheirs || refused.fields[$0] != nil }) { $0.isRefused = true }
            // A text that the person has edited in the meantime is no longer the refused text.
            show(refused, of: all) { field in
                field.typed?.isUnsent != true && (names.contains(field.name) || refused.fields[field.name] != nil)
            }
        default:
            change(names) { $0.isRefused = true }
            // The call may have had an effect, and no revision is known that shows it. A newer text is sent in any case.
            if submits == .change { change(names) { $0.answer = .max } }
            if (error as? FeatureError)?.code == .superseded {
                message = "Another call has replaced this one. Send it again."
            }
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
