import FeatureKit
import Hummingbird

/// A JSON object that a client sent.
package struct JSONObject {
    private(set) var members: [String: JSONMember] = [:]

    /// Reads the body of a request; without one the object is empty.
    ///
    /// - Throws: ``Problem``: 400 for what is no JSON object, 422 for members that are given several times, 413
    ///   and 415 as reading the body does.
    init(bodyOf request: Request) async throws {
        let body = try await request.readBody(of: "application/json")
        try self.init(body.readableBytes > 0 ? Array(body.readableBytesView) : Array("{}".utf8))
    }

    /// Reads JSON in UTF-8 (RFC 8259).
    package init(_ bytes: [UInt8]) throws(Problem) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Problem(.badRequest, "the body is no JSON: it is not in UTF-8")
        }
        let repeated: Set<String>
        (members, repeated) = try bytes.withUnsafeBufferPointer { bytes throws(Problem) in
            var reader = JSONBodyReader(bytes)
            let members = try reader.read()
            return (members, reader.repeated)
        }
        do { try InputRefused.refuseRepeated(repeated) } catch { throw Problem(error) }
    }
}

extension [String: JSONMember] {
    /// The members as plain values for fields.
    ///
    /// - Parameters:
    ///   - fields: The fields that they are for.
    ///   - noun: What a field is called in messages, `field` or `option`.
    /// - Throws: `InputRefused`, if a member is no plain value, with a message for every field that is wrong.
    func values(for fields: [FieldDescription], noun: String = "field") throws(InputRefused) -> [String: FieldValue] {
        var values: [String: FieldValue] = [:]
        var others: [String: String] = [:]
        for (name, member) in self {
            switch member {
            case .value(let value): values[name] = value
            case .object: others[name] = JSONLeaf.object
            case .other(let found): others[name] = found
            }
        }
        guard !others.isEmpty else { return values }
        var messages: [String: String] = [:]
        do { _ = try fields.check(values.merging(others.mapValues { .text($0) }) { $1 }, noun: noun) } catch {
            messages = error.fields
        }
        for field in fields {
            if let found = others[field.name] { messages[field.name] = field.refusal(found: found) }
        }
        throw InputRefused(messages)
    }
}

extension [String: JSONLeaf] {
    /// The members of an inner object as those of an outer one.
    var members: [String: JSONMember] {
        mapValues { leaf in
            switch leaf {
            case .value(let value): .value(value)
            case .other(let found): .other(found)
            }
        }
    }
}
