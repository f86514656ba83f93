package import HTTPTypes

/// The reason why a request is refused before it reaches a route.
package struct GateRefusal: Sendable, Hashable {
    /// The status of the response.
    package let status: HTTPResponse.Status
    /// The input, the expected input, and the client's next step.
    package let detail: String
    /// Further header fields of the response.
    package let fields: HTTPFields

    init(_ status: HTTPResponse.Status, _ detail: String, _ fields: HTTPFields = [:]) {
        (self.status, self.detail, self.fields) = (status, detail, fields)
    }

    /// The refusal of a host that is shutting down.
    package static let stopping = noRoom("the host is shutting down; try again later", after: 5)

    /// Returns the refusal of a host that has reached a limit.
    ///
    /// - Parameters:
    ///   - detail: The limit that is reached.
    ///   - seconds: The time after which the client may retry, in seconds.
    package static func noRoom(_ detail: String, after seconds: Int = 60) -> GateRefusal {
        GateRefusal(.serviceUnavailable, detail, [.retryAfter: "\(seconds)"])
    }
}
