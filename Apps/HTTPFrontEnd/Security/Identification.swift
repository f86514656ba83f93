import FeatureKit
import HTTPTypes
import Hummingbird

/// Finds the person of a request.
struct Identification: Sendable {
    /// The sign-ins; `nil` on a host that everybody who can reach it may use.
    let access: Access?
    /// The person who uses a host without sign-ins; `nil` if other machines can reach the host.
    let owner: Person?

    /// Returns the person who sends a request; `nil` if nobody is known.
    ///
    /// - Throws: ``Problem`` (401, or 429 after too many guesses) on a host with sign-ins.
    func person(of request: Request, _ context: HostContext) throws(Problem) -> Person? {
        if let access { return try access.check(request, context) }
        // A proxy makes other people's requests from this machine.
        return request.headers.contains { Self.proxyFields.contains($0.name) } ? nil : owner
    }

    private static let proxyFields: [HTTPField.Name] = [
        .forwarded, .forwardedFor, .forwardedHost, .forwardedProto, .via,
    ]
}
