import FeatureKit
import Hummingbird

/// Tells browsers apart by a random cookie.
///
/// The cookie gives no access. It only ties the address of a page to the browser that began the page's session.
struct Browsers: Sendable {
    private let cookie: HostCookie

    /// Creates the value.
    ///
    /// - Parameter isSecure: Whether browsers send the cookie over TLS only.
    init(isSecure: Bool) {
        cookie = HostCookie(prefix: "featurehost-browser", reach: .lax, isSecure: isSecure)
    }

    /// Returns the id of the browser that sent a request; `nil` if the request has no id that this host could have made.
    func id(in request: Request) -> String? {
        guard let id = cookie.value(in: request), id.utf8.count == 32,
            id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        return id
    }

    /// Makes an id for a new browser, and the header field that tells it to the browser.
    func welcome(_ request: Request) -> (id: String, field: String) {
        let id = Session.randomID()
        return (id, cookie.field(id, for: request))
    }
}
