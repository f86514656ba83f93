import FeatureKit
import HTTPTypes
import Hummingbird

/// A file whose address changes with its content, so that browsers may cache it forever.
///
/// Clients need no token to load the file.
struct StaticFile: Sendable {
    /// The path with a fingerprint of the content.
    let address: String
    private let path: String
    private let content: StaticContent

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - path: The path under which the host serves the file.
    ///   - bytes: The bytes of the file.
    ///   - fields: The header fields of its responses.
    init(_ path: String, _ bytes: [UInt8], _ fields: HTTPFields) {
        self.path = path
        address = "\(path)?v=\(String(bytes.fingerprint, radix: 16))"
        content = StaticContent(bytes, fields)
    }

    /// The route that serves the file.
    var route: Route {
        Route(.get, path, isOpen: true) { [content] request, _ in content.response(to: request) }
    }
}
