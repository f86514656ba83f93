import HTTPTypes
import Hummingbird

/// The routes of the form with which people choose the theme of all pages.
///
/// The login page has the form too, so clients need no token.
struct ThemeRoutes {
    /// The largest form, in bytes.
    private static let bodyLimit = 1 << 10

    let themes: Themes

    var routes: [Route] {
        [
            Route(.post, "/theme", isOpen: true) { request, _ in
                let body = try await request.readBody(
                    of: "application/x-www-form-urlencoded", limit: ThemeRoutes.bodyLimit)
                let text = try FormText(String(buffer: body)).texts["theme"] ?? ""
                guard let theme = Theme(rawValue: text) else {
                    throw Problem(
                        .unprocessableContent, "expected the theme system, light or dark, got \(text.quoted)")
                }
                var response = Response.see(request.refererPath ?? "/")
                response.headers[.setCookie] = themes.field(theme, for: request)
                return response
            },
            // A browser shows this address after a refused form, and then sends it as the address of the page.
            Route(.get, "/theme", isOpen: true) { _, _ in .see("/") },
        ]
    }
}
