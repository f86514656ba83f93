import FeatureKit
import Hummingbird
import Synchronization

/// Tells browsers apart by a random cookie.
///
/// The cookie gives no access. It only ties the address of a page to the browser that began the page's session. An id that
/// the host has not made counts as no id. A page on another port of the same name could otherwise give a browser an id
/// that another client knows.
final class Browsers: Sendable {
    /// The number of most recently used ids that are always known.
    static let limit = 10_000

    private let cookie: HostCookie
    private let made = Mutex(RecentValues<String>(limit: limit))

    /// Creates the value, which knows no browser yet.
    ///
    /// - Parameter isSecure: Whether browsers send the cookie over TLS only.
    init(isSecure: Bool) {
        cookie = HostCookie(prefix: "featurehost-browser", reach: .lax, isSecure: isSecure)
    }

    /// Returns the id of the browser that sent a request; `nil` if the request has no id that this host has made.
    func id(in request: Request) -> String? {
        cookie.values(in: request).first { id in made.withLock { $0.knows(id) } }
    }

    /// Makes an id for a new browser, and the header field that tells it to the browser.
    func welcome(_ request: Request) -> (id: String, field: String) {
        let id = Session.randomID()
        made.withLock { $0.use(id) }
        return (id, cookie.field(id, for: request))
    }
}
