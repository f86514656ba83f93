import FeatureKit
import HTTPTypes
import Logging

/// Why a request is not answered as it wished: a status, and words for people (RFC 9457).
package struct Problem: Error, Sendable, Hashable {
    /// The status of the answer.
    var status: HTTPResponse.Status
    /// What was given, what was expected and what to do next.
    var detail: String
    /// What is wrong with each field or option, by name.
    var errors: [String: String] = [:]
    /// More header fields of the answer.
    var headers: HTTPFields = [:]
    /// What the log says of an error of the host's: its kind, and its words where they cannot be what people typed.
    var cause: String?

    init(
        _ status: HTTPResponse.Status, _ detail: String, errors: [String: String] = [:], headers: HTTPFields = [:]
    ) {
        (self.status, self.detail, self.errors, self.headers) = (status, detail, errors, headers)
    }
}

extension Problem {
    /// Says that the name of a field, an option or a part of a path is no such name.
    static func longName(_ name: some StringProtocol) -> Problem {
        Problem(
            .badRequest,
            "expected a name of at most \(StreamSafeText.nameLimit) bytes with \(StreamSafeText.rule), got \(name.quoted)"
        )
    }

    /// Says that the host ends.
    static let stopping = noRoom("the host is shutting down; try again later", after: 5)

    /// Says that the host has no room now, and after how many seconds to try again.
    static func noRoom(_ detail: String, after seconds: Int = 60) -> Problem {
        Problem(.serviceUnavailable, detail, headers: [.retryAfter: "\(seconds)"])
    }

    /// How severe it is for who runs the host; `nil` for what is the client's own doing.
    ///
    /// What a client can bring about as often as it likes must not fill the log at its default level.
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
        }
        writer.raw("}")
        return writer.bytes
    }
}

extension StringProtocol {
    /// The text as a message shows what was given: in quotes, shortened.
    var quoted: String { FieldValue.quote(String(self)) }
}
