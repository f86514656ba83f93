/// Input was refused, field by field: by a field's own rule, or by a presenter that knows more.
///
/// Each field has two texts. The exact rule is for programs and authors: `expected one of Bulldog, Labrador, got ""`. The
/// advice says to a person what to do: `Choose a breed.`
///
/// ```swift
/// throw InputRefused(["name": "'House Stark' is already taken"])
/// ```
public struct InputRefused: Error, Sendable, Hashable {
    /// The exact rule that was broken, by the field's name; each message can stand after the name and a colon.
    public let fields: [String: String]
    /// Sentences for people, by the field's name, for the fields whose message is for programs.
    let ownAdvice: [String: String]

    /// Refuses input with a message for each field that is wrong; people and programs read the same.
    public init(_ fields: [String: String]) {
        self.init(fields, advice: [:])
    }

    /// Refuses input with a message for programs and a sentence for people.
    ///
    /// - Parameters:
    ///   - fields: The exact rule that was broken, by the field's name.
    ///   - advice: What a person can do about it, by the field's name; a field without advice shows its message.
    public init(_ fields: [String: String], advice: [String: String]) {
        self.fields = fields
        ownAdvice = advice.filter { name, text in fields[name].map { $0 != text } ?? false }
    }

    /// Refuses input for one field.
    public init<Value>(_ field: Field<Value>, _ message: String) {
        self.init([field.description.name: message])
    }

    /// The sentence for a person beside each field that is wrong, by the field's name.
    public var advice: [String: String] { fields.merging(ownAdvice) { $1 } }

    /// The messages in the order of their fields, those of unknown fields last by name.
    public func messages(inOrderOf fields: [FieldDescription]) -> [(field: String, message: String)] {
        Self.ordered(self.fields, by: fields)
    }

    /// The sentences for people in the order of their fields, those of unknown fields last by name.
    public func advice(inOrderOf fields: [FieldDescription]) -> [(field: String, message: String)] {
        Self.ordered(advice, by: fields)
    }

    private static func ordered(
        _ texts: [String: String], by fields: [FieldDescription]
    ) -> [(field: String, message: String)] {
        let names = fields.map(\.name)
        let unknown = texts.keys.filter { !names.contains($0) }.sorted()
        return (names + unknown).compactMap { name in texts[name].map { (name, $0) } }
    }
}

extension InputRefused {
    /// Whether both refuse the same fields by the same rules; the advice follows from them.
    public static func == (left: InputRefused, right: InputRefused) -> Bool { left.fields == right.fields }

    /// Hashes the messages.
    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension InputRefused: CustomStringConvertible {
    /// Every message after its field's name, by name.
    public var description: String {
        messages(inOrderOf: []).map { "\($0.field): \($0.message)" }.joined(separator: "; ")
    }
}
