extension Button {
    /// Returns the title of the button that sends the button's form.
    ///
    /// A form that begins with values changes something, so it is saved.
    ///
    /// - Parameters:
    ///   - fields: The fields of the form.
    ///   - values: The initial values of the form, by field name.
    package func submitTitle(asking fields: [FieldDescription], beginningWith values: [String: FieldValue]) -> String {
        submitTitle(beginningWithValues: fields.contains { values[$0.name] != nil })
    }

    /// Returns the text of the button that sends the action's form.
    ///
    /// - Parameter hasValues: Whether any field of the form has an initial value.
    package func submitTitle(beginningWithValues hasValues: Bool) -> String {
        role != .destructive && hasValues ? "Save" : title
    }

    /// Returns the question that a front end asks before it performs the action.
    ///
    /// The feature's own question, ``confirm``, comes first.
    ///
    /// - Parameters:
    ///   - subject: The title of what the button acts on, such as a row; `nil` if the title says enough.
    ///   - action: The button's action. Its ``Action/consequence`` follows the front end's question.
    package func question(about subject: String?, of action: Action?) -> String {
        confirm ?? words(about: subject) + "?" + (action?.consequence.map { " \($0)" } ?? "")
    }

    /// Returns the title together with the title of what the button acts on.
    package func words(about subject: String?) -> String {
        let title = title.hasSuffix("…") ? String(title.dropLast()) : title
        return subject.map { "\(title) \($0)" } ?? title
    }
}

extension Screen {
    /// The title of the record that the screen shows; `nil` if the screen is no place inside another place.
    package var recordTitle: String? { up == nil || title.isEmpty ? nil : title }
}
