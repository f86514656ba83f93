package import HTTPTypes

/// The reason why a request is refused before it reaches a route.
package struct GateRefusal: Sendable, Hashable {
    /// The status of the response.
    package let status: HTTPResponse.Status
    /// The message: the given input, the expected input, and what the client can do next.
    package let detail: String
    /// The additional header fields of the response.
    package let fields: HTTPFields

    init(_ status: HTTPResponse.Status, _ detail: String, _ fields: HTTPFields = [:]) {
        (self.status, self.detail, self.fields) = (status, detail, fields)
    }

    /// The refusal of a request because the host is shutting down.
    package static let stopping = noRoom("the host is shutting down; try again later", after: 5)

    /// Returns the refusal of a request because the host has reached a limit.
    ///
    /// - Parameters:
    ///   - detail: The limit that is reached.
    ///   - seconds: The time after which the client may retry, in seconds.
    package static func noRoom(_ detail: String, after seconds: Int = 60) -> GateRefusal {
        GateRefusal(.serviceUnavailable, detail, [.retryAfter: "\(seconds)"])
    }
}
