import NIOCore

/// An IP address of 128 bits; an IPv4 address in its IPv4-mapped form (RFC 4291, 2.5.5.2).
struct NetworkAddress: Hashable, Sendable {
    /// The first 64 bits.
    let high: UInt64
    /// The last 64 bits.
    let low: UInt64

    /// The IPv4 address; `nil` for any other IPv6 address.
    var four: UInt32? { high == 0 && low >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: low) : nil }

    /// Reads a socket's address; `nil` for a Unix domain socket.
    ///
    /// The offsets are the same on every system. An IPv4 address follows the family and the port. An IPv6 address
    /// follows the family, the port and the flow information.
    init?(_ address: SocketAddress?) {
        switch address {
        case .v4: (high, low) = (0, 0xFFFF << 32 | UInt64(NetworkAddress.number(of: address, at: 4) as UInt32))
        case .v6: (high, low) = (NetworkAddress.number(of: address, at: 8), NetworkAddress.number(of: address, at: 16))
        case .unixDomainSocket, nil: return nil
        }
    }

    /// Parses an address without a port: `192.0.2.1` or `2001:db8::1`.
    init?(_ text: String) { self.init(try? SocketAddress(ipAddress: text, port: 0)) }

    private static func number<Number: FixedWidthInteger>(of address: SocketAddress?, at offset: Int) -> Number {
        address?.withSockAddr {
            Number(
                bigEndian: UnsafeRawBufferPointer(start: $0, count: $1).loadUnaligned(
                    fromByteOffset: offset, as: Number.self))
        } ?? 0
    }
}
