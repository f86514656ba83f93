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
        address = "\(path)?v=\(bytes.fingerprint)"
        content = StaticContent(bytes, fields)
    }

    /// The route that serves the file.
    var route: Route {
        Route(.get, path, isOpen: true) { [content] request, _ in content.response(to: request) }
    }
}

extension [UInt8] {
    /// A short text that changes with the bytes: their 64-bit FNV-1a hash.
    fileprivate var fingerprint: String {
        String(reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }, radix: 16)
    }
}
