/// Values that have passed the rules of their fields: an action's handler and a launch get one.
///
/// Reading throws only for a field that was not declared. That is a mistake in the feature and fails its session alone.
public struct Input: Sendable, Hashable {
    /// The plain values by the names of their fields; defaults are filled in, absent optionals left out.
    public let values: [String: FieldValue]
    /// The names of the fields that the caller gave or emptied.
    ///
    /// Others have their default, or their form's value.
    public let changed: Set<String>

    /// Creates the input of values that have passed their rules.
    package init(checked values: [String: FieldValue], changed: Set<String> = []) {
        (self.values, self.changed) = (values, changed)
    }

    /// The value of a field.
    ///
    /// - Throws: ``FeatureError`` with the code ``FeatureError/Code/featureFault`` if the field is not among those that
    ///   the action or the manifest declares.
    public subscript<Value: FieldType>(field: Field<Value>) -> Value {
        get throws {
            let name = field.description.name
            guard let value = Value(fieldValue: values[name]) else {
                throw FeatureError(
                    .featureFault,
                    "a handler or launch reads the field '\(name)' as \(Value.self), which its action or manifest "
                        + "does not declare so; add it to the fields there")
            }
            return value
        }
    }
}

/// The values of a launch's options.
public typealias Options = Input

extension Sequence<FieldDescription> {
    /// Checks plain values by these fields.
    ///
    /// - Parameters:
    ///   - values: The values by name, each in its JSON type.
    ///   - emptied: The names of fields that take no default.
    ///   - noun: The word for a field in messages, `field` or `option`.
    /// - Returns: The values with defaults filled in.
    /// - Throws: ``InputRefused`` with a message for every field that is missing, unknown or breaks its rule.
    package func check(
        _ values: [String: FieldValue], emptied: Set<String> = [], noun: String = "field"
    ) throws(InputRefused) -> Input {
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
        return Input(checked: accepted)
    }

    /// Reads typed text by these fields, one text a field.
    ///
    /// - Parameters:
    ///   - texts: The typed text, by name.
    ///   - noun: The word for a field in messages, `field` or `option`.
    ///   - isForm: Whether the texts are those of a form, as ``read(_:noun:isForm:)`` for several texts says.
    /// - Throws: ``InputRefused`` with a message for every field that is unknown or breaks its rule.
    package func read(
        _ texts: [String: String], noun: String = "field", isForm: Bool = false
    ) throws(InputRefused) -> [String: FieldValue] {
        try read(texts.mapValues { [$0] }, noun: noun, isForm: isForm)
    }

    /// Reads typed text by these fields, several texts for a list.
    ///
    /// - Parameters:
    ///   - texts: The typed texts, by name.
    ///   - noun: The word for a field in messages, `field` or `option`.
    ///   - isForm: Whether the texts are those of a form, which sends every control. An empty text then counts as not given
    ///     if the field need not be given, is secret, or has a default and refuses empty text; a list has one text on a
    ///     line. Elsewhere an empty text is meant, or a mistake that must not pass for the default.
    /// - Returns: The plain values, for ``check(_:noun:)``.
    /// - Throws: ``InputRefused`` with a message for every field that is unknown or breaks its rule. Missing ones are
    ///   left to ``check(_:noun:)``.
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
        var messages: [String: String] = [:]
        let names = map(\.name)
        let known = names.isEmpty ? "there are none" : "known are \(names.joined(separator: ", "))"
        for name in given where !names.contains(name) {
            // Nobody misspells hundreds of names, and finding the nearest of each takes long.
            let hint = messages.count < 20 ? suggestion(for: name, among: names) : ""
            messages[name] = "there is no such \(noun), \(known)" + hint
        }
        return messages
    }
}

extension FieldDescription {
    /// Whether the texts of a form's control mean that the field is not given.
    fileprivate func isLeftEmpty(in texts: [String]) -> Bool {
        guard texts.allSatisfy(\.isEmpty) else { return false }
        // To tick or list nothing is an answer where one must be given.
        if kind.isList { return !required }
        return !required || kind == .secret || (kind != .text && defaultValue != nil)
    }
}

/// The refusals of several fields, on the way to an error.
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
