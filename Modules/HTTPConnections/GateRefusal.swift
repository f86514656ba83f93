package import HTTPTypes

/// The reason why a request is answered before a route sees it.
package struct GateRefusal: Sendable, Hashable {
    /// The status of the answer.
    package let status: HTTPResponse.Status
    /// What was given, what was expected and what to do next.
    package let detail: String
    /// Further header fields of the answer.
    package let fields: HTTPFields

    init(_ status: HTTPResponse.Status, _ detail: String, _ fields: HTTPFields = [:]) {
        (self.status, self.detail, self.fields) = (status, detail, fields)
    }

    /// The host is shutting down.
    package static let stopping = noRoom("the host is shutting down; try again later", after: 5)

    /// The host has no room at the moment.
    ///
    /// - Parameters:
    ///   - detail: Which limit is reached.
    ///   - seconds: How long the client should wait before it tries again.
    package static func noRoom(_ detail: String, after seconds: Int = 60) -> GateRefusal {
        GateRefusal(.serviceUnavailable, detail, [.retryAfter: "\(seconds)"])
    }
}
