import HTTPTypes
import Hummingbird

/// The page on which a person shows the host's token.
struct LoginView {
    /// Where the person wanted to go.
    let next: String
    /// Whether another token was given before.
    let isRefused: Bool
}

extension Pages {
    /// The page on which a person shows the host's token.
    func login(next: String, isRefused: Bool) -> Response {
        page(
            "login", LoginView(next: next, isRefused: isRefused), title: isRefused ? "Refused: Sign in" : "Sign in",
            isHome: true, status: isRefused ? .unauthorized : .ok,
            isRefused ? [.wwwAuthenticate: "Bearer realm=\"featurehost\""] : [:])
    }
}
