import HTTPTypes
import Hummingbird
import OpenIDConnect

/// The routes that sign browsers in and out.
struct LoginRoutes {
    /// The largest login form, in bytes: 4 KiB for the token and the address to open after the login.
    ///
    /// The limit is small because clients without a token may send this form.
    private static let bodyLimit = 4 << 10
    /// The maximum length, in bytes, of the address to open after the login.
    ///
    /// Percent-encoding in the form can triple this length.
    private static let nextLimit = 700

    let access: Access
    let pages: Pages

    var routes: [Route] {
        [
            Route(.get, "/login", isOpen: true) { request, _ in
                let query = try request.readQuery().texts
                return pages.login(
                    LoginView(
                        next: LoginRoutes.place(query["next"] ?? "/"), ways: ways,
                        signOut: query["signed-out"] == nil ? nil : await access.provider?.provider.signOutAddress()),
                    for: request)
            },
            Route(.post, "/login") { request, context in
                let body = try await request.readBody(
                    of: "application/x-www-form-urlencoded", limit: LoginRoutes.bodyLimit)
                let form = try FormText(String(buffer: body)).texts
                let next = LoginRoutes.place(form["next"] ?? "/")
                guard let cookie = try access.signIn(with: form["token"] ?? "", request, context) else {
                    return pages.login(LoginView(next: next, ways: ways, isRefused: true), for: request)
                }
                var response = Response.see(next)
                response.headers[.setCookie] = cookie
                return response
            }.opened,
            Route(.post, "/logout", isOpen: true) { request, _ in
                var response = Response.see(access.provider == nil ? "/login" : "/login?signed-out=1")
                response.headers[.setCookie] = access.signOut(request)
                return response
            },
        ] + (access.provider.map(routes) ?? [])
    }

    /// Returns the routes to a provider's page and back.
    private func routes(to provider: ProviderSignIns) -> [Route] {
        [
            Route(.get, LoginView.providerPath, isOpen: true) { request, _ in
                try LoginRoutes.refuseGuesses(request)
                let next = LoginRoutes.place(try request.readQuery().texts["next"] ?? "/")
                // Another site must not sign a person in without a click.
                if let site = request.headers[.secFetchSite], site != "same-origin", site != "none" {
                    return .see("/login" + [(name: "next", text: next)].query)
                }
                return try await access.begin(at: provider, next: next, request)
            },
            Route(.get, ProviderSignIns.returnPath) { request, context in
                try LoginRoutes.refuseGuesses(request)
                let (next, cookies) = try await access.signIn(at: provider, request, context)
                var response = pages.signedIn(next: next, for: request)
                response.headers[values: .setCookie] = cookies
                return response
            }.opened,
        ]
    }

    /// Refuses a request that no person's navigation caused, because it would use up the attempt to sign in.
    ///
    /// - Throws: ``Problem``: 403, or 405 for HEAD.
    private static func refuseGuesses(_ request: Request) throws(Problem) {
        guard request.method == .get else {
            throw Problem(
                .methodNotAllowed, "this address signs a person in, so it takes GET only", headers: [.allow: "GET"])
        }
        try Arrival.refuseGuesses(request, by: "signs a person in")
    }

    private var ways: LoginView.Ways { LoginView.Ways(token: access.hasTokens, provider: access.provider?.name) }

    /// Returns the path to open after the login.
    ///
    /// A path of this host that is short enough for the form stays unchanged. Any other text is replaced by the path of
    /// the catalogue.
    static func place(_ next: String) -> String {
        next.utf8.count <= nextLimit && next.isLocalPath ? next : "/"
    }
}
