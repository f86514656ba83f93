import HTTPTypes
import Hummingbird

/// The login page.
struct LoginView {
    /// The address to continue at.
    let next: String
    /// Whether a wrong token was entered before.
    let isRefused: Bool
}

extension Pages {
    /// The login page.
    func login(next: String, isRefused: Bool) -> Response {
        page(
            "login", LoginView(next: next, isRefused: isRefused), title: isRefused ? "Refused: Sign in" : "Sign in",
            isHome: true, status: isRefused ? .unauthorized : .ok,
            isRefused ? [.wwwAuthenticate: "Bearer realm=\"featurehost\""] : [:])
    }
}
