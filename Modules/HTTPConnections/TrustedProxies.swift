package import HTTPTypes
package import NIOCore

/// The reverse proxies that tell the addresses of their clients in `X-Forwarded-For`.
package struct TrustedProxies: Sendable {
    /// The longest entry of the field that can be an address: an IPv6 address in brackets, with a port.
    private static let entryLimit = 64
    private static let field = HTTPField.Name("X-Forwarded-For")

    private let blocks: [NetworkBlock]

    /// Creates the list of the addresses that are trusted proxies.
    package init(_ blocks: [NetworkBlock] = []) { self.blocks = blocks }

    /// Whether no proxy is trusted.
    package var isEmpty: Bool { blocks.isEmpty }

    /// Returns the address of the client that sent a request.
    ///
    /// Each proxy appends the address from which it got the request, so the entries count from the right. The client is
    /// the first address that is no trusted proxy, or the leftmost one if all are. A malformed entry ends the search at
    /// the proxy that wrote it. Without a trusted proxy at the connection's other end, the field has no effect.
    ///
    /// - Parameters:
    ///   - fields: The header fields of the request.
    ///   - peer: The address at the other end of the connection.
    package func client(of fields: HTTPFields, from peer: SocketAddress?) -> ClientAddress {
        guard !isEmpty, var client = NetworkAddress(peer), isTrusted(client), let name = Self.field else {
            return ClientAddress(peer)
        }
        // The code compares bytes, because the entries further to the left come from the client.
        for field in fields[values: name].reversed() {
            var rest = field.utf8[...]
            while true {
                let comma = rest.lastIndex(of: UInt8(ascii: ","))
                let entry = rest[(comma.map(rest.index(after:)) ?? rest.startIndex)...]
                guard let next = Self.address(in: entry) else { return ClientAddress(client) }
                client = next
                guard isTrusted(client) else { return ClientAddress(client) }
                guard let comma else { break }
                rest = rest[..<comma]
            }
        }
        return ClientAddress(client)
    }

    /// Returns whether a trusted proxy is at the other end of a connection.
    package func isTrusted(_ peer: SocketAddress?) -> Bool {
        !isEmpty && (NetworkAddress(peer).map(isTrusted) ?? false)
    }

    private func isTrusted(_ address: NetworkAddress) -> Bool { blocks.contains { $0.contains(address) } }

    /// Parses an entry: an address, also with a port, as in `192.0.2.1:80` and `[2001:db8::1]:80`.
    private static func address(in entry: Substring.UTF8View) -> NetworkAddress? {
        guard entry.count <= entryLimit else { return nil }
        let text = String(Substring(entry)).trimmingSpaces
        if text.hasPrefix("[") { return NetworkAddress(String(text.dropFirst().prefix { $0 != "]" })) }
        let isWithPort = text.count { $0 == ":" } == 1
        return NetworkAddress(isWithPort ? String(text.prefix { $0 != ":" }) : text)
    }
}

extension String {
    /// The text without spaces and tabs.
    fileprivate var trimmingSpaces: String { filter { $0 != " " && $0 != "\t" } }
}
