package import NIOCore

/// The address to which limits per client apply: an IPv4 address, or the first 64 bits of an IPv6 address.
///
/// One customer usually gets a whole /64 network of IPv6 (RFC 6177) and could evade a limit per full address. An
/// IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) counts as its IPv4 address.
package struct ClientAddress: Hashable, Sendable {
    private enum Kind: UInt8 { case unknown, four, six }

    private let kind: Kind
    private let bits: UInt64

    /// Reads a socket's address.
    package init(_ address: SocketAddress?) { self.init(NetworkAddress(address)) }

    init(_ address: NetworkAddress?) {
        if let four = address?.four {
            (kind, bits) = (.four, UInt64(four))
        } else if let address {
            (kind, bits) = (.six, address.high)
        } else {
            (kind, bits) = (.unknown, 0)
        }
    }
}

extension ClientAddress: CustomStringConvertible {
    /// The address as text, such as `192.0.2.1` or `2001:db8:0:0::/64`, for the log.
    package var description: String {
        switch kind {
        case .unknown: "unknown"
        case .four: [24, 16, 8, 0].map { "\(bits >> $0 & 0xFF)" }.joined(separator: ".")
        case .six: [48, 32, 16, 0].map { String(bits >> $0 & 0xFFFF, radix: 16) }.joined(separator: ":") + "::/64"
        }
    }
}
