/// Input was refused, field by field: by a field's own rule, or by a presenter that knows more.
///
/// ```swift
/// throw InputRefused(["name": "'House Stark' is already taken"])
/// ```
public struct InputRefused: Error, Sendable, Hashable {
    /// What is wrong, by the field's name; each message can stand after the name and a colon.
    public let fields: [String: String]

    /// Refuses input with a message for each field that is wrong.
    public init(_ fields: [String: String]) {
        self.fields = fields
    }

    /// Refuses input for one field.
    public init<Value>(_ field: Field<Value>, _ message: String) {
        self.init([field.description.name: message])
    }

    /// The messages in the order of their fields, those of unknown fields last by name.
    public func messages(inOrderOf fields: [FieldDescription]) -> [(field: String, message: String)] {
        let names = fields.map(\.name)
        let unknown = self.fields.keys.filter { !names.contains($0) }.sorted()
        return (names + unknown).compactMap { name in self.fields[name].map { (name, $0) } }
    }
}

extension InputRefused: CustomStringConvertible {
    /// Every message after its field's name, by name.
    public var description: String {
        messages(inOrderOf: []).map { "\($0.field): \($0.message)" }.joined(separator: "; ")
    }
}
