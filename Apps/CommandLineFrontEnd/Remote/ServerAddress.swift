import FeatureKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The address of a server.
///
/// The address is parsed from the address of any of the server's pages.
package struct ServerAddress: Sendable, Hashable {
    /// The address of the server's first page, without a trailing slash.
    package let root: String
    /// The session id in the parsed address; `nil` if the address contains none.
    package let session: String?
    /// The feature whose page the parsed address names without a session; `nil` if it names none.
    package let feature: String?
    /// The texts in the query of the feature's page, by option name.
    package let query: [String: [String]]
    /// Whether the parsed address names only the server.
    package let isRoot: Bool

    /// Parses the address of a page or of the API.
    ///
    /// A text without a scheme gets a scheme. `localhost:8080` becomes `http://localhost:8080`. The address of any
    /// other machine gets `https://`, because the client may send a token there.
    ///
    /// - Returns: `nil` if the text is not an `http://` or `https://` address. Also `nil` if it contains a user name or
    ///   a password, because the shell's history would keep them.
    package init?(_ text: String) {
        guard var parts = URLComponents(string: Self.withScheme(text), encodingInvalidCharacters: false),
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil,
            parts.port.map({ (1...65_535).contains($0) }) ?? true
        else { return nil }
        let path = parts.percentEncodedPath.split(separator: "/").map(String.init)
        // A reverse proxy may serve the host below a path prefix.
        let own = path.firstIndex { ["api", "sessions", "features"].contains($0) } ?? path.endIndex
        var rest = path[own...]
        if rest.first == "api" { rest.removeFirst() }
        let isPage = rest.count == 2 && rest.first == "features" && path[own] == "features"
        var texts = isPage ? Self.texts(of: parts) : [:]
        let named = texts.removeValue(forKey: Self.sessionName)?.last
        if isPage {
            // The address of a feature's page can name the session of the browser that shows it.
            session = named.flatMap { Self.isID($0) ? $0 : nil }
        } else if rest.first == "sessions", rest.count >= 2, rest.dropFirst().first.map(Self.isID) == true {
            session = rest[rest.startIndex + 1]
        } else {
            session = nil
        }
        feature = isPage && session == nil ? rest.last : nil
        query = feature == nil ? [:] : texts
        isRoot = own == path.endIndex
        parts.scheme = scheme
        (parts.path, parts.query, parts.fragment) = ("", nil, nil)
        guard let base = parts.string else { return nil }
        root = path[..<own].reduce(base) { $0 + "/" + $1 }
    }

    /// Returns the address of a session's page.
    func page(of session: String) -> String { "\(root)/sessions/\(session)" }

    /// Returns the address of a feature's page.
    func page(ofFeature id: String) -> String { "\(root)/features/\(id)" }

    /// The root without its scheme.
    var host: String { root.firstIndex(of: "/").map { String(root[$0...].drop { $0 == "/" }) } ?? root }

    /// The name in a query that names the session of a browser.
    private static let sessionName = "session"

    /// Returns the texts in a query, by name.
    ///
    /// In a query that a form makes, a plus sign is a space (URL Standard, 5.1).
    private static func texts(of parts: URLComponents) -> [String: [String]] {
        var parts = parts
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacing("+", with: "%20")
        var texts: [String: [String]] = [:]
        for item in parts.queryItems ?? [] where !item.name.isEmpty {
            texts[item.name, default: []].append(item.value ?? "")
        }
        return texts
    }

    /// Adds a scheme to a text that begins with `localhost` or with a host name that has a port or a dot.
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
        (1...128).contains(text.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }
}
