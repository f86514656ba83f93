#if OIDC
    import FeatureKit
    import FeatureTesting
    import Foundation
    import HTTPFrontEnd
    import HTTPTypes
    import HummingbirdTesting
    import OpenIDConnect
    import Testing

    /// What browsers do at a host that lets a provider sign people in.
    ///
    /// A suite that conforms to it has these functions.
    protocol Visits {}

    extension Visits {
        /// Runs a host at which people sign in by a provider.
        func run(
            change: @escaping @Sendable (inout HTTPServerConfiguration) -> Void = { _ in },
            _ body: @escaping @Sendable (HostClient, StubProvider, ManualClock) async throws -> Void
        ) async throws {
            let folder = try TokenFolder(StubProvider.secret)
            try await StubProvider.run { provider in
                let host = try TestHost(change: {
                    $0.provider = SignInProvider(issuer: provider.issuer, clientID: StubProvider.clientID)
                    $0.provider?.secretFile = folder.path
                    $0.provider?.audience = StubProvider.audience
                    change(&$0)
                })
                try await host.run { try await body($0, provider, host.clock) }
            }
        }

        /// Begins a sign-in.
        ///
        /// - Returns: The address at the provider, and the browser's cookie.
        func begin(_ client: HostClient, next: String = "/") async throws -> (address: String, cookie: String) {
            let response = try await client.get("/login/provider?next=\(next)")
            #expect(response.status == .seeOther, "\(response.text)")
            return (try #require(response.headers[.location]), try cookie(of: response))
        }

        func cookie(of response: TestResponse) throws -> String {
            String(try #require(response.headers[values: .setCookie].first, "\(response.text)").prefix { $0 != ";" })
        }

        func comeBack(
            _ client: HostClient, _ query: [String: String], _ cookie: String?
        ) async throws -> TestResponse {
            let pairs = query.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
            return try await client.get("/login/return?\(pairs)", cookie.map { [.cookie: $0] } ?? [:])
        }

        func signIn(_ client: HostClient, _ provider: StubProvider, next: String = "/") async throws
            -> TestResponse
        {
            let (address, cookie) = try await begin(client, next: next)
            return try await comeBack(client, try provider.signIn(at: address), cookie)
        }

        /// Returns the answer about the person of a browser.
        func person(_ client: HostClient, _ cookie: String) async throws -> TestResponse {
            try await client.get("/api/person", [.cookie: cookie])
        }
    }
#endif
