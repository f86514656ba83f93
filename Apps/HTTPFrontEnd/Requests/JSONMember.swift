import FeatureKit

/// A member of a JSON object that a client sent: a plain value, an object of such, or what no field takes.
enum JSONMember: Hashable {
    case value(FieldValue)
    case object([String: JSONLeaf])
    case other(String)
}

/// A member of an object in an object; nothing deeper is looked at.
enum JSONLeaf: Hashable {
    case value(FieldValue)
    /// No plain value: what it is, as a message names it.
    case other(String)
}

extension JSONMember: Decodable {
    init(from decoder: any Decoder) throws {
        switch try JSONLeaf(from: decoder) {
        case .value(let value): self = .value(value)
        case .other(JSONLeaf.object): self = .object(try [String: JSONLeaf](from: decoder))
        case .other(let found): self = .other(found)
        }
    }
}

extension JSONLeaf: Decodable {
    static let object = "an object"

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .other("null")
        } else if let value = try? container.decode(FieldValue.self) {
            self = .value(value)
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .other("an array")
        } else if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
            self = .other(JSONLeaf.object)
        } else {
            self = .other(
                JSONLeaf.isText(container)
                    ? "text with half a surrogate pair" : "a number beyond double precision")
        }
    }

    /// Whether it is text, even such as cannot be decoded.
    private static func isText(_ container: any SingleValueDecodingContainer) -> Bool {
        do { _ = try container.decode(String.self) } catch DecodingError.typeMismatch {
            return false
        } catch {}
        return true
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { return nil }
    }
}
