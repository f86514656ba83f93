/// A block of IP addresses with a common prefix, in CIDR notation (RFC 4632, 3.1; RFC 4291, 2.3).
package struct NetworkBlock: Hashable, Sendable {
    private let address: NetworkAddress
    /// The length of the prefix in bits; 96 more than written for an IPv4 block.
    private let length: Int

    /// Parses a block such as `10.0.0.0/8` or `2001:db8::/32`, or a single address; `nil` for any other text.
    ///
    /// The bits after the prefix do not matter.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = NetworkAddress(String(first)) else { return nil }
        let bits = first.contains(":") ? 128 : 32
        var length = bits
        if parts.count == 2 {
            guard let given = UInt8(parts[1]), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), given <= bits
            else {
                return nil
            }
            length = Int(given)
        }
        (self.address, self.length) = (address, length + 128 - bits)
    }

    func contains(_ other: NetworkAddress) -> Bool {
        NetworkBlock.agree(address.high, other.high, on: length)
            && NetworkBlock.agree(address.low, other.low, on: length - 64)
    }

    /// Returns whether two numbers have the same first bits.
    private static func agree(_ left: UInt64, _ right: UInt64, on count: Int) -> Bool {
        // A shift by 64 bits or more gives 0.
        (left ^ right) >> (64 - max(0, min(64, count))) == 0
    }
}
