package import NIOCore

/// The address to which limits per client apply: an IPv4 address, or the first 64 bits of an IPv6 address.
///
/// One customer usually gets a whole /64 network of IPv6 (RFC 6177) and could evade a limit per full address. An
/// IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) counts as its IPv4 address.
package struct ClientAddress: Hashable, Sendable {
    private enum Kind: UInt8 { case unknown, four, six }

    /// The address of a request without a connection, as in tests.
    static let unknown = ClientAddress(nil)

    private let kind: Kind
    private let bits: UInt64

    /// Reads a socket's address.
    package init(_ address: SocketAddress?) {
        switch address {
        case .v4: (kind, bits) = (.four, ClientAddress.number(ClientAddress.bytes(of: address, 4..<8)))
        case .v6:
            let bytes = ClientAddress.bytes(of: address, 8..<24)
            if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
                (kind, bits) = (.four, ClientAddress.number(bytes[12...]))
            } else {
                (kind, bits) = (.six, ClientAddress.number(bytes[..<8]))
            }
        case .unixDomainSocket, nil: (kind, bits) = (.unknown, 0)
        }
    }

    /// Returns the bytes of a socket address in a range of offsets.
    ///
    /// The offsets are the same on every system. An IPv4 address follows the family and the port. An IPv6 address
    /// follows the family, the port and the flow information.
    private static func bytes(of address: SocketAddress?, _ range: Range<Int>) -> ArraySlice<UInt8> {
        let bytes = address?.withSockAddr { Array(UnsafeRawBufferPointer(start: $0, count: $1)[range]) } ?? []
        return bytes[...]
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
