import FeatureKit

/// A JSON value in the OpenAPI document.
///
/// Objects keep the order of their members.
indirect enum JSONValue: Sendable {
    case object([(name: String, value: JSONValue)])
    case array([JSONValue])
    case plain(FieldValue)

    /// The value as JSON text in UTF-8.
    var bytes: [UInt8] {
        var writer = JSONWriter(capacity: 16 << 10)
        write(to: &writer)
        return writer.bytes
    }

    /// Returns a copy of the object with further members.
    func adding(_ members: [(name: String, value: JSONValue)]) -> JSONValue {
        guard case .object(let own) = self else { return self }
        return .object(own + members)
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .object(let members):
            writer.raw("{")
            for (index, member) in members.enumerated() {
                if index > 0 { writer.raw(",") }
                writer.string(member.name)
                writer.raw(":")
                member.value.write(to: &writer)
            }
            writer.raw("}")
        case .array(let items): writer.array(items) { $1.write(to: &$0) }
        case .plain(let value): writer.value(value)
        }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation
{
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { (name: $0, value: $1) })
    }

    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    init(booleanLiteral value: Bool) { self = .plain(.boolean(value)) }

    init(integerLiteral value: Int) { self = .plain(.integer(value)) }

    init(stringLiteral value: String) { self = .plain(.text(value)) }
}

extension JSONValue {
    static func text(_ text: String) -> JSONValue { .plain(.text(text)) }

    static func texts(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map { .text($0) }) }
}
