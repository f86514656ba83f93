import HTTPTypes
import Hummingbird

extension Request {
    /// Whether a trusted proxy has got the request over TLS.
    ///
    /// It may be `false` on a host that itself uses TLS.
    var isForwardedSecurely: Bool { head.scheme == "https" }

    /// Returns the beginning of the host's addresses as the client uses it, such as `https://dogs.example.org`.
    ///
    /// - Parameter isSecure: Whether the host itself uses TLS.
    func origin(isSecure: Bool) -> String {
        let isSecure = isSecure || isForwardedSecurely
        // The request's policy has checked the authority: it has only the characters of host names and ports.
        return "\(isSecure ? "https" : "http")://\(head.authority ?? "localhost")"
    }

    /// The path and the query of the page that sent the request; `nil` if it is no page of this host.
    var refererPath: String? {
        guard let referer = headers[.referer], let host = head.authority,
            // A reverse proxy may use TLS even if this host does not.
            let origin = ["http://\(host)", "https://\(host)"].first(where: referer.hasPrefix)
        else { return nil }
        let path = String(referer.dropFirst(origin.count))
        return path.isLocalPath ? path : nil
    }
}

extension String {
    /// Whether the text is a path of this host that a redirect may contain.
    ///
    /// Browsers read `//` and `/\` as the beginning of another host's address.
    var isLocalPath: Bool {
        utf8.first == UInt8(ascii: "/") && utf8.dropFirst().first != UInt8(ascii: "/")
            && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
    }
}
