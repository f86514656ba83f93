import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import Testing

/// Tests that the connections of a trusted proxy count for its clients.
@Suite(.timeLimit(.minutes(5))) struct ForwardedAddressTests {
    private func configure(_ configuration: inout HTTPServerConfiguration) {
        configuration.addressConnectionLimit = 1
        configuration.trustedProxies = ["127.0.0.0/8"]
    }

    /// Asks for `/livez`, for a client of the proxy or for the proxy itself.
    private func livez(_ wire: inout Wire, for client: String?) async throws -> String? {
        let field = client.map { "X-Forwarded-For: \($0)" } ?? "Accept: */*"
        try await wire.send("GET /livez HTTP/1.1", "Host: localhost", field)
        guard let head = try await wire.readHead() else { return nil }
        if head.hasPrefix("HTTP/1.1 200") { try await wire.skip(3) }
        return head
    }

    @Test func `A proxy has connections for many clients, and one connection for one client after the other`()
        async throws
    {
        try await LiveHost.run(change: configure) { _, port, _ in
            try await Wire.connected(to: port) { (first: inout Wire) async throws in
                // This connection counts for the proxy, and the next one comes from it too.
                #expect(try await livez(&first, for: nil)?.hasPrefix("HTTP/1.1 200") == true)
                try await Wire.connected(to: port) { (second: inout Wire) async throws in
                    for client in ["192.0.2.1", "192.0.2.3", "192.0.2.1"] {
                        #expect(try await livez(&first, for: client)?.hasPrefix("HTTP/1.1 200") == true)
                        #expect(try await livez(&second, for: "192.0.2.2")?.hasPrefix("HTTP/1.1 200") == true)
                    }
                }
            }
        }
    }

    @Test func `A client behind a proxy has as many connections as its own limit allows`() async throws {
        try await LiveHost.run(change: configure) { _, port, _ in
            let id = try await Wire.open("kennel", on: port)
            try await Wire.connected(to: port) { watching in
                try await watching.send(
                    "GET /api/sessions/\(id)/events HTTP/1.1", "Host: localhost", "X-Forwarded-For: 192.0.2.1")
                #expect(try await watching.readHead()?.hasPrefix("HTTP/1.1 200") == true)
                let refusal = try await Wire.connected(to: port) { try await livez(&$0, for: "192.0.2.1") }
                #expect(refusal?.hasPrefix("HTTP/1.1 503") == true)
                let other = try await Wire.connected(to: port) { try await livez(&$0, for: "192.0.2.2") }
                #expect(other?.hasPrefix("HTTP/1.1 200") == true)
            }
        }
    }

    @Test func `A connection that a client of a proxy left idle makes room for the client's next one`() async throws {
        try await LiveHost.run(change: configure) { _, port, _ in
            try await Wire.connected(to: port) { idle in
                #expect(try await livez(&idle, for: "192.0.2.1")?.hasPrefix("HTTP/1.1 200") == true)
                let next = try await Wire.connected(to: port) { try await livez(&$0, for: "192.0.2.1") }
                #expect(next?.hasPrefix("HTTP/1.1 200") == true)
                #expect(try await idle.readToEnd() == "")
            }
        }
    }
}
