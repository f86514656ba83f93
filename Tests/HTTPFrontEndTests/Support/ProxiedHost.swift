import Foundation
import HTTPFrontEnd
import Testing

/// A host whose reverse proxy at 127.0.0.2 names persons.
struct ProxiedHost {
    /// The header lines by which the proxy proves itself and names a person.
    static let (secret, kim) = ("X-Proxy-Secret: 0123456789abcdef-proxy", "X-Remote-User: kim")
    static let proxy = "127.0.0.2"

    let folder: TokenFolder

    init() throws { folder = try TokenFolder("0123456789abcdef-proxy") }

    /// Changes a configuration into that of the host.
    func configure(_ configuration: inout HTTPServerConfiguration) {
        configuration.trustedProxies = [Self.proxy]
        configuration.personHeader = "X-Remote-User"
        configuration.rolesHeader = "X-Remote-Roles"
        configuration.proxySecretFile = folder.path
    }
}

extension Wire {
    /// Sends a request without a body on a new connection, and returns the status and the whole response.
    static func get(
        _ path: String, on port: Int, from address: String = ProxiedHost.proxy, _ fields: [String] = []
    ) async throws -> (status: Int, text: String) {
        try await connected(to: port, from: address) { wire in
            let lines = ["GET \(path) HTTP/1.1", "Host: localhost", "Connection: close"] + fields + ["", ""]
            try await wire.send(lines.joined(separator: "\r\n"))
            let text = try await wire.readToEnd()
            return (try #require(Int(text.dropFirst("HTTP/1.1 ".count).prefix(3))), text)
        }
    }
}
