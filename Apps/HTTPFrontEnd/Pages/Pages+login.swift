import HTTPTypes
import Hummingbird

/// The login page.
struct LoginView {
    /// The ways in which people can sign in on this host.
    struct Ways {
        /// Whether people may enter a token of the host.
        let token: Bool
        /// The name of the provider; `nil` without one.
        let provider: String?
    }

    /// The path that leads to the provider's page.
    static let providerPath = "/login/provider"

    /// The address that the browser opens after the login.
    let next: String
    let ways: Ways
    /// The address at which a person who has just signed out here can sign out from the provider too.
    var signOut: String?
    /// Whether the person has just entered a wrong token.
    var isRefused = false

    /// The address that leads to the provider's page.
    var providerAddress: String { LoginView.providerPath + [(name: "next", text: next)].query }
}

extension Pages {
    /// Makes the login page.
    func login(_ view: LoginView, for request: Request) -> Response {
        page(
            title: view.isRefused ? "Refused: Sign in" : "Sign in", hasSide: false, for: request,
            status: view.isRefused ? .unauthorized : .ok,
            view.isRefused ? [.wwwAuthenticate: "Bearer realm=\"featurehost\""] : [:]
        ) { $0.login(view) }
    }

    /// Makes the page that a browser shows when it comes back from the provider; the page opens another one at once.
    ///
    /// The host does not redirect: after a redirect from the provider's site, browsers send no strict cookie.
    func signedIn(next: String, for request: Request) -> Response {
        page(title: "Signed in", hasSide: false, for: request, [.refresh: "0;url=\(next)"]) {
            $0.message(
                MessageView(
                    heading: "Signed in", detail: "The page opens now.", links: [.init(address: next, label: "Go on")]))
        }
    }
}
