import HTTPTypes
import Hummingbird

/// The login page.
struct LoginView {
    /// The address that the browser opens after the login.
    let next: String
    /// Whether the person has just entered a wrong token.
    let isRefused: Bool
}

extension Pages {
    /// Makes the login page.
    func login(next: String, isRefused: Bool, for request: Request) -> Response {
        page(
            title: isRefused ? "Refused: Sign in" : "Sign in", hasSide: false, for: request,
            status: isRefused ? .unauthorized : .ok,
            isRefused ? [.wwwAuthenticate: "Bearer realm=\"featurehost\""] : [:]
        ) { $0.login(LoginView(next: next, isRefused: isRefused)) }
    }
}
