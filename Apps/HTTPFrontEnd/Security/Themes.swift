import Hummingbird

/// Keeps the theme that a person has chosen in a cookie.
struct Themes: Sendable {
    /// The time after which a browser forgets the theme: 365 days.
    private static let lifetime = Duration.seconds(365 * 24 * 3600)

    private let cookie: HostCookie

    /// Creates the value.
    ///
    /// - Parameter isSecure: Whether browsers send the cookie over TLS only.
    init(isSecure: Bool) {
        cookie = HostCookie(prefix: "featurehost-theme", reach: .lax, isSecure: isSecure)
    }

    /// Returns the theme for the page that answers a request.
    func theme(for request: Request) -> Theme {
        cookie.values(in: request).compactMap(Theme.init(rawValue:)).first ?? .system
    }

    /// Returns the header field that keeps a theme in the browser that sent a request.
    func field(_ theme: Theme, for request: Request) -> String {
        theme == .system
            ? cookie.field("", for: request, lifetime: .zero)
            : cookie.field(theme.rawValue, for: request, lifetime: Themes.lifetime)
    }
}
