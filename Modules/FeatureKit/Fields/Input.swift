/// The validated values of an action's fields, and the person who performs the action.
///
/// The handler of an action gets an input.
///
/// Reading a field throws an error only if the action does not declare the field. This error is a mistake in the
/// feature's code. It does not affect other sessions.
public struct Input: Sendable, Hashable {
    /// The plain values, by field name.
    ///
    /// The dictionary includes defaults. It leaves out optional fields without a value.
    public let values: [String: FieldValue]
    /// The names of the fields that the caller gave or emptied.
    ///
    /// All other fields have their default or the value of the form.
    public let changed: Set<String>
    /// The person who performs the action; `nil` if the host does not know who it is.
    public let person: Person?

    /// Creates an input from validated values.
    package init(checked values: [String: FieldValue], changed: Set<String> = [], by person: Person? = nil) {
        (self.values, self.changed, self.person) = (values, changed, person)
    }

    /// Creates the input of an action, for tests of a handler or a presenter.
    ///
    /// ```swift
    /// let rename = Action("rename", "Rename", fields: Field<String>("name", "Name"))
    /// let input = try Input(["name": "Rex"], of: rename)
    /// ```
    ///
    /// - Parameters:
    ///   - values: The values that a caller gives, by field name. All other fields get their defaults; in an
    ///     action that edits, they have no value.
    ///   - action: The action, whose fields validate the values.
    ///   - person: The person who performs the action; `nil` if nobody is known.
    /// - Throws: ``InputRefused`` with a message for every field that is missing, is unknown, or breaks its rule.
    public init(
        _ values: [String: FieldValue], of action: Action, by person: Person? = nil
    ) throws(InputRefused) {
        let changed = Set(values.keys)
        self.init(
            checked: try action.fields(given: changed).check(values).values, changed: changed, by: person)
    }

    /// The value of a field.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/featureFault`` if the action does not declare this
    ///   field.
    public subscript<Value: FieldType>(field: Field<Value>) -> Value {
        get throws { try values.value(of: field) }
    }
}

/// The validated values of a feature's options.
///
/// The launch of a feature gets its options. They have no person, so that a session shows the same to everybody.
public struct Options: Sendable, Hashable {
    /// The plain values, by name.
    ///
    /// The dictionary includes defaults. It leaves out optional fields without a value.
    public let values: [String: FieldValue]

    /// Creates options from validated values.
    package init(checked values: [String: FieldValue]) { self.values = values }

    /// Creates the options of a feature, for tests of a launch.
    ///
    /// - Parameters:
    ///   - values: The values that a caller gives, by name. All other options get their defaults.
    ///   - manifest: The feature's manifest, whose options validate the values.
    /// - Throws: ``InputRefused`` with a message for every option that is missing, is unknown, or breaks its rule.
    public init(_ values: [String: FieldValue], of manifest: FeatureManifest) throws(InputRefused) {
        self = try manifest.options.check(values, noun: "option")
    }

    /// The value of an option.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/featureFault`` if the manifest does not declare this
    ///   option.
    public subscript<Value: FieldType>(field: Field<Value>) -> Value {
        get throws { try values.value(of: field) }
    }
}

extension [String: FieldValue] {
    /// Returns the value of a field among validated values.
    fileprivate func value<Result: FieldType>(of field: Field<Result>) throws -> Result {
        let name = field.description.name
        guard let value = Result(fieldValue: self[name]) else {
            throw FeatureError(
                .featureFault,
                "a handler or launch reads the field '\(name)' as \(Result.self), but its action or manifest "
                    + "does not declare a field with this name and type; declare the field there")
        }
        return value
    }
}

extension [FieldDescription] {
    /// Validates plain values against these fields.
    ///
    /// - Parameters:
    ///   - values: The values, by name. Each value has its JSON type.
    ///   - emptied: The names of the fields that the caller emptied. They do not get their default.
    ///   - noun: The word for a field in messages, `field` or `option`.
    /// - Returns: The values, including defaults.
    /// - Throws: ``InputRefused`` with a message for every field that is missing, is unknown, or breaks its rule.
    package func check(
        _ values: [String: FieldValue], emptied: Set<String> = [], noun: String = "field"
    ) throws(InputRefused) -> Options {
        var accepted: [String: FieldValue] = [:]
        var faults = FieldRefusals(unknown(emptied.union(values.keys), noun: noun))
        for field in self {
            guard let value = values[field.name] else {
                if let value = field.defaultValue, !emptied.contains(field.name) {
                    accepted[field.name] = value
                } else if field.required {
                    faults[field.name] = field.refusalOfNothing
                }
                continue
            }
            switch field.check(value) {
            case .success(let value): accepted[field.name] = value
            case .failure(let refusal): faults[field.name] = refusal
            }
        }
        try faults.refuse()
        return Options(checked: accepted)
    }

    /// Parses one text for each field.
    ///
    /// - Parameters:
    ///   - texts: The texts, by field name.
    ///   - noun: The word for a field in messages, `field` or `option`.
    ///   - isForm: Whether the texts come from a form. The overload for several texts per field explains the
    ///     difference.
    /// - Throws: ``InputRefused`` with a message for every field that is unknown or breaks its rule.
    package func read(
        _ texts: [String: String], noun: String = "field", isForm: Bool = false
    ) throws(InputRefused) -> [String: FieldValue] {
        try read(texts.mapValues { [$0] }, noun: noun, isForm: isForm)
    }

    /// Parses the texts of each field.
    ///
    /// A list can have several texts.
    ///
    /// A form sends the text of every control, even if it is empty. In a form, an empty text therefore counts as
    /// missing if the field is optional, is secret, or has a default and refuses empty texts. A list in a form has one
    /// item on each line. Outside a form, an empty text never becomes the default, because the caller gave it
    /// explicitly.
    ///
    /// - Parameters:
    ///   - texts: The texts, by field name.
    ///   - noun: The word for a field in messages, `field` or `option`.
    ///   - isForm: Whether the texts come from a form.
    /// - Returns: The plain values, for ``check(_:noun:)``.
    /// - Throws: ``InputRefused`` with a message for every field that is unknown or breaks its rule. If fields are only
    ///   missing, this method throws no error; ``check(_:noun:)`` reports them.
    package func read(
        _ texts: [String: [String]], noun: String = "field", isForm: Bool = false
    ) throws(InputRefused) -> [String: FieldValue] {
        var values: [String: FieldValue] = [:]
        var faults = FieldRefusals(unknown(texts.keys, noun: noun))
        var missing: [FieldDescription] = []
        for field in self {
            guard let given = texts[field.name], !(isForm && field.isLeftEmpty(in: given)) else {
                missing.append(field)
                continue
            }
            switch field.read(given, isForm: isForm) {
            case .success(let value): values[field.name] = value
            case .failure(let refusal): faults[field.name] = refusal
            }
        }
        guard faults.isEmpty else {
            for field in missing where field.required && field.defaultValue == nil {
                faults[field.name] = field.refusalOfNothing
            }
            throw faults.error
        }
        return values
    }

    private func unknown(_ given: some Sequence<String>, noun: String) -> [String: String] {
        // A loop over the elements would copy each field, on every request.
        let unknown = given.filter { name in !indices.contains { self[$0].name == name } }
        guard !unknown.isEmpty else { return [:] }
        var messages: [String: String] = [:]
        let names = map(\.name)
        let known = names.isEmpty ? "there are none" : "known are \(names.joined(separator: ", "))"
        for name in unknown {
            // Only 20 messages get a suggestion. People do not misspell hundreds of names, and each suggestion takes
            // time.
            let hint = messages.count < 20 ? suggestion(for: name, among: names) : ""
            messages[name] = "there is no such \(noun), \(known)" + hint
        }
        return messages
    }
}

extension FieldDescription {
    /// Returns whether the texts of a form's control mean that the field is missing.
    fileprivate func isLeftEmpty(in texts: [String]) -> Bool {
        guard texts.allSatisfy(\.isEmpty) else { return false }
        // An empty control of a required list means an empty list. For an optional list, it means that the list is
        // missing.
        if kind.isList { return !required }
        return !required || kind == .secret || (kind != .text && defaultValue != nil)
    }
}

/// The collected refusals of several fields.
private struct FieldRefusals {
    private var messages: [String: String]
    private var advice: [String: String] = [:]

    init(_ messages: [String: String]) {
        self.messages = messages
    }

    var isEmpty: Bool { messages.isEmpty }
    var error: InputRefused { InputRefused(messages, advice: advice) }

    subscript(name: String) -> FieldRefusal? {
        get { messages[name].map { FieldRefusal(message: $0, advice: advice[name] ?? $0) } }
        set { (messages[name], advice[name]) = (newValue?.message, newValue?.advice) }
    }

    func refuse() throws(InputRefused) {
        if !isEmpty { throw error }
    }
}
