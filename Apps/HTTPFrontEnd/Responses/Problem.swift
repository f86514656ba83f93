import FeatureKit
import FeatureStorage
import HTTPConnections
import HTTPTypes
import Logging

/// The reason why a request failed: a status and a message for people (RFC 9457).
package struct Problem: Error, Sendable {
    /// The status of the response.
    var status: HTTPResponse.Status
    /// The message: the given value, the rule, and what the client can do next.
    var detail: String
    /// The exact rules that are broken, keyed by the name of the wrong field or option.
    var errors: [String: String] = [:]
    /// Sentences that tell a person what to correct, keyed by the name of the wrong field or option.
    var advice: [String: String] = [:]
    /// The additional header fields of the response.
    var headers: HTTPFields = [:]
    /// The text that the log shows about an error of the host itself: its kind, and its message if the message contains
    /// no user input.
    var cause: String?
    /// The time of refused writes to which the error belongs; the log says its cause once.
    var outage: Outage?

    init(
        _ status: HTTPResponse.Status, _ detail: String, errors: [String: String] = [:], headers: HTTPFields = [:]
    ) {
        (self.status, self.detail, self.errors, self.headers) = (status, detail, errors, headers)
    }

    /// Makes a problem from a refusal by a connection's gate.
    init(_ refusal: GateRefusal) {
        self.init(refusal.status, refusal.detail, headers: refusal.fields)
    }
}

extension Problem {
    /// Makes the problem for a field name, an option name or a path component that is too long or malformed.
    static func longName(_ name: some StringProtocol) -> Problem {
        Problem(
            .badRequest,
            "expected a name of at most \(StreamSafeText.nameLimit) bytes with \(StreamSafeText.rule), got \(name.quoted)"
        )
    }

    /// The problem of a request that the host's shutdown interrupts.
    static let stopping = Problem(GateRefusal.stopping)

    /// Makes the problem for a host that has reached a limit.
    ///
    /// - Parameters:
    ///   - detail: The limit that is reached.
    ///   - seconds: The time after which the client may retry, in seconds.
    static func noRoom(_ detail: String, after seconds: Int = 60) -> Problem {
        Problem(GateRefusal.noRoom(detail, after: seconds))
    }

    /// The log level of an error of the host itself; `nil` for an error of a client.
    ///
    /// Errors that clients can cause at any time stay below the log's default level.
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
    /// The text in quotation marks and shortened, as messages quote input.
    var quoted: String { FieldValue.quote(String(self)) }
}
