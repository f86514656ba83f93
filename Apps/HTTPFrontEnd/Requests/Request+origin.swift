import Hummingbird

extension Request {
    /// Returns the beginning of the host's addresses as the client uses it, such as `https://dogs.example.org`.
    ///
    /// A reverse proxy that uses TLS says so in `X-Forwarded-Proto`. A client that sends this field itself changes only
    /// its own page.
    ///
    /// - Parameter isSecure: Whether the host itself uses TLS.
    func origin(isSecure: Bool) -> String {
        let isSecure = isSecure || headers[.forwardedProto] == "https"
        // The request's policy has checked the authority: it has only the characters of host names and ports.
        return "\(isSecure ? "https" : "http")://\(head.authority ?? "localhost")"
    }
}
