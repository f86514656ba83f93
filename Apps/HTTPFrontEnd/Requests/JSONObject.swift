import FeatureKit
import Hummingbird

/// A client's JSON object.
package struct JSONObject {
    private(set) var members: [String: JSONMember] = [:]

    /// Parses a request's body.
    ///
    /// An empty body counts as an empty object.
    ///
    /// - Throws: ``Problem``: 400 for a body that is no JSON object, 422 for repeated members, 413 and 415 like
    ///   `readBody(of:limit:)`.
    init(bodyOf request: Request) async throws {
        let body = try await request.readBody(of: "application/json")
        try self.init(body.readableBytes > 0 ? Array(body.readableBytesView) : Array("{}".utf8))
    }

    /// Parses JSON in UTF-8 (RFC 8259).
    ///
    /// - Throws: ``Problem``: 400 for bytes that are no JSON object, 422 for repeated members.
    package init(_ bytes: [UInt8]) throws(Problem) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw Problem(.badRequest, "the body is not JSON: it is not in UTF-8")
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
    /// Returns the members as plain values for fields.
    ///
    /// - Parameters:
    ///   - fields: The fields.
    ///   - noun: The word for a field in messages: `field` or `option`.
    /// - Throws: `InputRefused` if a member is not a plain value, with a message for each wrong field.
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
        // The text of a secret field becomes a secret, so that messages and logs hide it.
        for field in fields where field.kind == .secret {
            if case .text(let text)? = values[field.name] { values[field.name] = .secret(Secret(text)) }
        }
        guard !others.isEmpty else { return values }
        var (messages, advice): ([String: String], [String: String]) = ([:], [:])
        do { _ = try fields.check(values.merging(others.mapValues { .text($0) }) { $1 }, noun: noun) } catch {
            (messages, advice) = (error.fields, error.advice)
        }
        for field in fields {
            guard let refusal = others[field.name].map(field.refusal(of:)) else { continue }
            (messages[field.name], advice[field.name]) = (refusal.message, refusal.advice)
        }
        throw InputRefused(messages, advice: advice)
    }
}

extension [String: JSONLeaf] {
    /// The members of a nested object, converted to the type of top-level members.
    var members: [String: JSONMember] {
        mapValues { leaf in
            switch leaf {
            case .value(let value): .value(value)
            case .other(let found): .other(found)
            }
        }
    }
}
