import FeatureKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A server's address, parsed from the address of any of its pages.
package struct ServerAddress: Sendable, Hashable {
    /// The address of its first page, without a trailing slash.
    package let root: String
    /// The id of the session in the address, if any.
    package let session: String?

    /// Parses the address of a page or of the API.
    ///
    /// Without a scheme, `localhost:8080` is `http://localhost:8080`. An address of another machine is `https://`,
    /// because a token may be sent there.
    ///
    /// - Returns: `nil` if it is not an `http://` or `https://` address, or contains a user name or a password: the
    ///   shell's history would keep them.
    package init?(_ text: String) {
        guard var parts = URLComponents(string: Self.withScheme(text), encodingInvalidCharacters: false),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil,
            parts.port.map({ (1...65_535).contains($0) }) ?? true
        else { return nil }
        let path = parts.percentEncodedPath.split(separator: "/").map(String.init)
        // A proxy may serve it below a path.
        let own = path.firstIndex { ["api", "sessions", "features"].contains($0) } ?? path.endIndex
        var rest = path[own...]
        if rest.first == "api" { rest.removeFirst() }
        if rest.first == "sessions", rest.count >= 2, rest.dropFirst().first.map(Self.isID) == true {
            session = rest[rest.startIndex + 1]
        } else {
            session = nil
        }
        parts.scheme = scheme
        (parts.path, parts.query, parts.fragment) = ("", nil, nil)
        guard let base = parts.string else { return nil }
        root = path[..<own].reduce(base) { $0 + "/" + $1 }
    }

    /// The address of a session's page.
    func page(of session: String) -> String { "\(root)/sessions/\(session)" }

    /// The text with a scheme, if it begins with `localhost` or with a host that has a port or a dot.
    private static func withScheme(_ text: String) -> String {
        let authority = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !text.contains("://"), !authority.isEmpty else { return text }
        let host =
            authority.hasPrefix("[") ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
        let isHost = host == "localhost" || host.contains(".") || authority.contains(":")
        let isLocal = host == "localhost" || host == "::1" || host.hasPrefix("127.")
        return isHost ? (isLocal ? "http://" : "https://") + text : text
    }

    private static func isID(_ text: String) -> Bool {
        text.count <= 128 && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
}
