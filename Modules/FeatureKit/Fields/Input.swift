/// Values that have passed the rules of their fields: what an action's handler and a launch get.
///
/// Reading throws only for a field that was not declared, which is a mistake in the feature and fails its session alone.
public struct Input: Sendable, Hashable {
    /// The plain values by the names of their fields; defaults are filled in, absent optionals left out.
    public let values: [String: FieldValue]

    /// Creates the input of values that have passed their rules.
    package init(checked values: [String: FieldValue]) {
        self.values = values
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
    ///   - noun: What a field is called in messages, `field` or `option`.
    /// - Returns: The values with defaults filled in.
    /// - Throws: ``InputRefused`` with a message for every field that is missing, unknown or breaks its rule.
    package func check(_ values: [String: FieldValue], noun: String = "field") throws(InputRefused) -> Input {
        var accepted: [String: FieldValue] = [:]
        var messages = unknown(values.keys, noun: noun)
        for field in self {
            guard let value = values[field.name] else {
                if let value = field.defaultValue {
                    accepted[field.name] = value
                } else if field.required {
                    messages[field.name] = field.refusal(found: "nothing")
                }
                continue
            }
            switch field.check(value) {
            case .success(let value): accepted[field.name] = value
            case .failure(let refusal): messages[field.name] = refusal.message
            }
        }
        guard messages.isEmpty else { throw InputRefused(messages) }
        return Input(checked: accepted)
    }

    /// Reads typed text by these fields.
    ///
    /// - Parameters:
    ///   - texts: What was typed, by name.
    ///   - noun: What a field is called in messages, `field` or `option`.
    ///   - isForm: Whether the texts are those of a form, which sends every control: an empty text for a field that
    ///     need not be given, or whose rule refuses one and has a default, counts as not given. Elsewhere who gives an
    ///     empty text means it, or has made a mistake that should not pass for the default.
    /// - Returns: The plain values, for ``check(_:noun:)``.
    /// - Throws: ``InputRefused`` with a message for every field that is unknown or breaks its rule. Missing ones are
    ///   left to ``check(_:noun:)``.
    package func read(
        _ texts: [String: String], noun: String = "field", isForm: Bool = false
    ) throws(InputRefused) -> [String: FieldValue] {
        var values: [String: FieldValue] = [:]
        var messages = unknown(texts.keys, noun: noun)
        for field in self {
            guard let text = texts[field.name] else { continue }
            if isForm, text.isEmpty, !field.required || (field.kind != .text && field.defaultValue != nil) { continue }
            switch field.read(text) {
            case .success(let value): values[field.name] = value
            case .failure(let refusal): messages[field.name] = refusal.message
            }
        }
        guard messages.isEmpty else {
            for field in self where texts[field.name] == nil && field.required && field.defaultValue == nil {
                messages[field.name] = field.refusal(found: "nothing")
            }
            throw InputRefused(messages)
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
