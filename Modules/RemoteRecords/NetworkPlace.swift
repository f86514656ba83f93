#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Tells addresses of this machine and of private networks from public ones.
package enum NetworkPlace {
    /// Returns whether an IP address belongs to this machine, to a private network or to a link.
    ///
    /// The ranges are those of the IANA registries of special-purpose addresses (RFC 6890) that lead to machines near
    /// the host. An IPv6 address that contains an IPv4 address counts as the latter. A text that is no address
    /// counts as private, because another notation may lead anywhere.
    package static func isPrivate(_ address: String) -> Bool {
        var four = in_addr()
        if inet_pton(AF_INET, address, &four) == 1 { return isPrivate(withUnsafeBytes(of: four, Array.init)) }
        var six = in6_addr()
        let plain = String(address.prefix { $0 != "%" })
        guard inet_pton(AF_INET6, plain, &six) == 1 else { return true }
        let bytes = withUnsafeBytes(of: six, Array.init)
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        // The first form is of IPv4-compatible addresses, among them `::` and `::1`.
        let embedding = [Array(repeating: 0, count: 12), mapped, translated]
        if embedding.contains(Array(bytes.prefix(12))) { return isPrivate(Array(bytes.suffix(4))) }
        return bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80 || bytes[0] == 0xFF
    }

    private static func isPrivate(_ four: [UInt8]) -> Bool {
        switch (four[0], four[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (224..., _): true
        case (100, 64...127), (172, 16...31), (198, 18...19): true
        default: false
        }
    }

    /// Returns the numeric addresses of a host, in the order of the system's resolver; empty if it has none.
    ///
    /// Blocks its thread while the resolver works.
    package static func addresses(of host: String) -> [String] {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [String] = []
        var next = list
        while let entry = next?.pointee {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(text.count)
            if getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, length, nil, 0, NI_NUMERICHOST) == 0 {
                found.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
            }
            next = entry.ai_next
        }
        return found
    }
}
