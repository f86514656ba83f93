/// The host names under which requests may address this host.
///
/// With DNS rebinding, a page of another site can make a browser send requests to this host under a foreign name. A
/// request with such a name is refused.
struct HostList: Sendable {
    /// The names in lower case; those of this machine come first, because most requests have them.
    private let names: [String]
    /// The number of names of this machine.
    private let ownCount: Int

    /// Creates a list of localhost, the address that the server listens on, and further names.
    init(listeningOn host: String, others: [String]) {
        let own = host.contains(":") ? "[\(host)]" : host
        let names = ["localhost", "127.0.0.1", "[::1]", own.lowercased()]
        (self.names, ownCount) = (names + others.map { $0.lowercased() }, names.count)
    }

    /// Returns whether a `Host` field names this host, with any port.
    func allows(_ authority: String) -> Bool {
        // Each request has a name, and most names are in lower case already.
        if names.contains(where: { HostList.isName($0, in: authority) }) { return true }
        guard let name = HostList.name(in: authority) else { return false }
        return names.contains(name)
    }

    /// Returns whether an allowed `Host` field has a name of this machine.
    ///
    /// A client that uses another name probably reaches this host through a proxy.
    func isOwn(_ authority: String) -> Bool {
        names.count == ownCount || HostList.name(in: authority).map(names[..<ownCount].contains) ?? false
    }

    /// Returns whether a `Host` field consists of a name and an optional port.
    private static func isName(_ name: String, in authority: String) -> Bool {
        guard authority.utf8.starts(with: name.utf8) else { return false }
        let rest = authority.utf8.dropFirst(name.utf8.count)
        return rest.isEmpty || (rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy(isDigit))
    }

    /// Returns the name in a `Host` field in lower case and without the port; `nil` if the field is malformed (RFC
    /// 9110, 7.2).
    static func name(in authority: some StringProtocol) -> String? {
        let utf8 = authority.utf8
        var end = utf8.endIndex
        if utf8.first == UInt8(ascii: "[") {
            guard let bracket = utf8.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            end = utf8.index(after: bracket)
        } else if let colon = utf8.firstIndex(of: UInt8(ascii: ":")) {
            end = colon
        }
        let rest = utf8[end...]
        guard rest.isEmpty || (rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy(isDigit)),
            utf8[..<end].allSatisfy(isOfName)
        else { return nil }
        return authority[..<end].lowercased()
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "]"): true
        case UInt8(ascii: ":"): true
        default: isDigit(byte)
        }
    }
}
