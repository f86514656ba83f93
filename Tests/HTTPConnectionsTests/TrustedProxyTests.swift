import HTTPConnections
import HTTPTypes
import NIOCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct TrustedProxyTests {
    /// The address of a client that connects from `peer`, with lines of `X-Forwarded-For`.
    private func client(
        _ lines: [String], from peer: String = "127.0.0.1", trusting blocks: [String]
    ) throws -> ClientAddress {
        var fields = HTTPFields()
        for line in lines {
            fields.append(HTTPField(name: try #require(HTTPField.Name("X-Forwarded-For")), value: line))
        }
        let proxies = TrustedProxies(try blocks.map { try #require(NetworkBlock($0)) })
        return proxies.client(of: fields, from: try SocketAddress(ipAddress: peer, port: 1))
    }

    private func address(_ text: String) throws -> ClientAddress {
        ClientAddress(try SocketAddress(ipAddress: text, port: 2))
    }

    @Test(arguments: [
        (["203.0.113.7"], "203.0.113.7"),
        // A client can send entries of its own. They are to the left of those of the proxies.
        (["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
        (["198.51.100.1, 203.0.113.7 ,\t10.1.2.3"], "203.0.113.7"),
        (["198.51.100.1", "203.0.113.7", "10.1.2.3, 127.0.0.1"], "203.0.113.7"),
        (["203.0.113.7:4711"], "203.0.113.7"),
        (["2001:db8::7"], "2001:db8::7"),
        (["[2001:db8::7]:4711"], "2001:db8::7"),
        (["::ffff:203.0.113.7"], "203.0.113.7"),
        // All are trusted: the leftmost one is the client.
        (["10.0.0.1, 10.0.0.2"], "10.0.0.1"),
        // A malformed entry ends the search at the proxy that wrote it.
        (["203.0.113.7, unknown, 10.0.0.2"], "10.0.0.2"),
        (["203.0.113.7, "], "127.0.0.1"),
        ([String(repeating: "1", count: 5_000)], "127.0.0.1"),
        ([], "127.0.0.1"),
    ])
    func `The client is the first address from the right that is no trusted proxy`(
        lines: [String], expected: String
    ) throws {
        let blocks = ["127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48"]
        #expect(try client(lines, trusting: blocks) == address(expected))
        #expect(
            try client(lines, from: "2001:db8:1::5", trusting: blocks)
                == (expected == "127.0.0.1" ? address("2001:db8:1::5") : address(expected)))
    }

    @Test(arguments: [
        ("127.0.0.1", []), ("127.0.0.1", ["127.0.0.2", "10.0.0.0/8"]), ("127.0.0.2", ["127.0.0.1/32"]),
        ("128.0.0.1", ["0.0.0.0/1"]), ("2001:db8::1", ["2001:db8:1::/48", "0.0.0.0/0"]), ("::1", ["::2/127"]),
    ])
    func `The field of a client that is no trusted proxy is ignored`(peer: String, blocks: [String]) throws {
        #expect(try client(["203.0.113.7"], from: peer, trusting: blocks) == address(peer))
    }

    @Test(arguments: [
        ("10.200.0.1", "10.1.2.3/8"), ("127.0.0.1", "0.0.0.0/0"), ("127.0.0.1", "::ffff:127.0.0.0/104"),
        ("::ffff:127.0.0.1", "127.0.0.1"), ("2001:db8:ffff::1", "2001:db8::/32"), ("2001:db8::1", "::/0"),
        ("2001:db8::2", "2001:db8::3/127"),
    ])
    func `A block contains all addresses with its prefix`(peer: String, block: String) throws {
        #expect(try client(["203.0.113.7"], from: peer, trusting: [block]) == address("203.0.113.7"))
    }

    @Test(arguments: [
        "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0/8", "::/129",
        "localhost", "10.0.0.0/x", "[::1]", " ::1",
    ])
    func `A text that is no block is refused`(text: String) { #expect(NetworkBlock(text) == nil) }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:db8:0:0::/64"),
    ])
    func `A log shows an address up to the part that limits ignore`(text: String, expected: String) throws {
        #expect(try address(text).description == expected)
    }
}
