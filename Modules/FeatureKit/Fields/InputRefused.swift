/// The error for invalid input.
///
/// It contains a message for each invalid field.
///
/// A field's rule or the presenter can refuse a value. Each field has two texts. The message is for programs and
/// authors and contains the exact rule: `expected one of Bulldog, Labrador, got ""`. The advice tells a person what to
/// do: `Choose a breed.`
///
/// ```swift
/// throw InputRefused(["name": "'House Stark' is already taken"])
/// ```
public struct InputRefused: Error, Sendable, Hashable {
    /// The messages, by field name.
    ///
    /// Each message contains the broken rule, and can follow the field's name and a colon.
    public let fields: [String: String]
    /// The advice for people, by field name.
    ///
    /// The dictionary leaves out each field whose message is also its advice.
    let ownAdvice: [String: String]

    /// Creates an error with a message for each invalid field.
    ///
    /// The message is also the advice for people.
    public init(_ fields: [String: String]) {
        self.init(fields, advice: [:])
    }

    /// Creates an error with messages for programs and advice for people.
    ///
    /// - Parameters:
    ///   - fields: The messages, by field name. Each message contains the broken rule.
    ///   - advice: The advice for people, by field name. A field without advice shows its message.
    public init(_ fields: [String: String], advice: [String: String]) {
        self.fields = fields
        ownAdvice = advice.filter { name, text in fields[name].map { $0 != text } ?? false }
    }

    /// Creates an error for one field.
    public init<Value>(_ field: Field<Value>, _ message: String) {
        self.init([field.description.name: message])
    }

    /// The advice for people, by field name.
    ///
    /// Front ends show it next to the invalid field.
    public var advice: [String: String] { fields.merging(ownAdvice) { $1 } }

    /// Returns the messages in the order of the fields, each once.
    ///
    /// Messages of unknown fields come last, sorted by name.
    public func messages(inOrderOf fields: [FieldDescription]) -> [(field: String, message: String)] {
        Self.ordered(self.fields, by: fields)
    }

    /// Returns the advice in the order of the fields, each piece once.
    ///
    /// Advice for unknown fields comes last, sorted by name.
    public func advice(inOrderOf fields: [FieldDescription]) -> [(field: String, message: String)] {
        Self.ordered(advice, by: fields)
    }

    private static func ordered(
        _ texts: [String: String], by fields: [FieldDescription]
    ) -> [(field: String, message: String)] {
        // Several actions can have a field of the same name.
        var seen: Set<String> = []
        let names = fields.map(\.name).filter { seen.insert($0).inserted }
        let unknown = texts.keys.filter { !seen.contains($0) }.sorted()
        return (names + unknown).compactMap { name in texts[name].map { (name, $0) } }
    }
}

extension InputRefused {
    /// Returns whether both errors have the same messages.
    ///
    /// The advice is not compared.
    public static func == (left: InputRefused, right: InputRefused) -> Bool { left.fields == right.fields }

    /// Hashes the messages.
    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension InputRefused: CustomStringConvertible {
    /// The messages with their field names, sorted by field name.
    public var description: String {
        messages(inOrderOf: []).map { "\($0.field): \($0.message)" }.joined(separator: "; ")
    }
}
