import FeatureKit
import HTTPConnections
import HTTPTypes
import Logging

/// The reason why a request failed: a status and a message for people (RFC 9457).
package struct Problem: Error, Sendable, Hashable {
    /// The status of the answer.
    var status: HTTPResponse.Status
    /// The value that was given, the rule, and what to do next.
    var detail: String
    /// The exact rule that each field or option breaks, by name.
    var errors: [String: String] = [:]
    /// A sentence for a person about each of ``errors``, by name.
    var advice: [String: String] = [:]
    /// Further header fields of the answer.
    var headers: HTTPFields = [:]
    /// What the log states about the host's own error: its kind, and its message if that contains no user input.
    var cause: String?

    init(
        _ status: HTTPResponse.Status, _ detail: String, errors: [String: String] = [:], headers: HTTPFields = [:]
    ) {
        (self.status, self.detail, self.errors, self.headers) = (status, detail, errors, headers)
    }

    /// Makes a problem from a refusal on the connection.
    init(_ refusal: GateRefusal) {
        self.init(refusal.status, refusal.detail, headers: refusal.fields)
    }
}

extension Problem {
    /// The name of a field, an option or a part of a path is too long or malformed.
    static func longName(_ name: some StringProtocol) -> Problem {
        Problem(
            .badRequest,
            "expected a name of at most \(StreamSafeText.nameLimit) bytes with \(StreamSafeText.rule), got \(name.quoted)"
        )
    }

    /// The host is shutting down.
    static let stopping = Problem(GateRefusal.stopping)

    /// The host has no room at the moment.
    ///
    /// The client may try again after some seconds.
    static func noRoom(_ detail: String, after seconds: Int = 60) -> Problem {
        Problem(GateRefusal.noRoom(detail, after: seconds))
    }

    /// The severity of the host's own errors in the log; `nil` for clients' errors.
    ///
    /// Errors that clients can cause at will stay below the log's default level.
    var logLevel: Logger.Level? {
        guard status.kind == .serverError else { return nil }
        return status == .gatewayTimeout || cause == nil ? .info : .error
    }

    /// The problem as JSON in UTF-8.
    var json: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.raw("{\"type\":\"about:blank\",\"title\":")
        writer.string(status.reasonPhrase)
        writer.raw(",\"status\":")
        writer.integer(status.code)
        writer.raw(",\"detail\":")
        writer.string(detail)
        if !errors.isEmpty {
            writer.raw(",\"errors\":")
            writer.object(errors.mapValues { .text($0) })
            writer.raw(",\"advice\":")
            writer.object(errors.merging(advice) { $1 }.mapValues { .text($0) })
        }
        writer.raw("}")
        return writer.bytes
    }
}

extension StringProtocol {
    /// The text as messages show input: quoted and shortened.
    var quoted: String { FieldValue.quote(String(self)) }
}
