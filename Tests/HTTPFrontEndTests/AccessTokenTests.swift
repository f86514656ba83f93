#if OIDC
    import FeatureKit
    import FeatureTesting
    import Foundation
    import HTTPFrontEnd
    import HTTPTypes
    import HummingbirdTesting
    import OpenIDConnect
    import Testing

    @Suite(.timeLimit(.minutes(5))) struct AccessTokenTests: Visits {
        private func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }

        @Test func `A program presents an access token for this host's API, and no ID token`() async throws {
            try await run { client, provider, _ in
                let token = try await provider.accessToken()
                for _ in 1...2 {
                    let known = try await client.get("/api/person", bearer(token))
                    #expect(known.text == #"{"id":"id-of-kim","name":"Kim","roles":["keeper"]}"#)
                }
                #expect(try await client.get("/api/nothing", bearer(token)).status == .notFound)
                // A valid token counts as no guess, also if an unknown path is its first one.
                for _ in 1...11 {
                    let other = try await provider.accessToken()
                    #expect(try await client.get("/nothing", bearer(other)).status == .notFound)
                }
                let document = try await client.get("/openapi.json", bearer(token)).text
                #expect(
                    document.contains(#""openIdConnectUrl":"\#(provider.issuer)/.well-known/openid-configuration""#))
                #expect(document.contains(#""security":[{"token":[]},{"provider":[]}]"#))
                for wrong in [
                    try await provider.idToken(), try await provider.accessToken(["aud": .text("another")]),
                    try await provider.accessToken(["nonce": .text("x")]),
                    try await provider.accessToken(["typ": .text("ID")]),
                    try await provider.accessToken(["aud": .list([.text("api"), .text("features")])]),
                    try await provider.accessToken(["iss": .text("https://other.test")]), token + "x", "a.b.c", "..",
                    String(token.dropLast(3)),
                ] {
                    #expect(try await client.get("/api/person", bearer(wrong)).status == .unauthorized)
                }
                let old = try await provider.accessToken(["exp": .number(1_000)])
                #expect(try await client.get("/readyz", bearer(old)).status == .ok)
                let eternal = bearer(try await provider.accessToken(["exp": .number(1e300)]))
                #expect(try await client.get("/api/person", eternal).status == .ok)
                for _ in 1...20 {
                    let refused = try await client.get("/api/person", bearer(old))
                    #expect(try refused.problem(.unauthorized).detail == "the access token has expired")
                }
            }
        }

        @Test(arguments: StubProvider.Signing.wrong)
        func `An access token with a wrong signature is refused`(signing: StubProvider.Signing) async throws {
            try await run { client, provider, _ in
                provider.change { $0.signing = signing }
                let token = try await provider.accessToken()
                #expect(try await client.get("/api/person", bearer(token)).status == .unauthorized)
            }
        }

        @Test func `A token of the host that looks like an access token does not depend on the provider`() async throws
        {
            let token = "0123456789.abcdef.0123456789"
            let tokens = try TokenFolder("backup \(token)")
            try await run(change: { $0.tokenFile = tokens.path }) { client, provider, _ in
                provider.change { $0.isAway = true }
                let known = try await client.get("/api/person", bearer(token))
                #expect(known.text.contains("backup"))
                #expect(try await client.get("/api/person", bearer("\(token)0")).status == .serviceUnavailable)
            }
        }

        @Test func `Keys change while the host runs`() async throws {
            try await run { client, provider, clock in
                let old = try await provider.accessToken()
                #expect(try await client.get("/api/person", bearer(old)).status == .ok)
                #expect(try await signIn(client, provider).status == .ok)
                let unseen = try await provider.accessToken()
                provider.rotateKey()
                #expect(try await signIn(client, provider).status == .ok)
                #expect(try await client.get("/api/person", bearer(try await provider.accessToken())).status == .ok)
                #expect(try await client.get("/api/person", bearer(unseen)).status == .unauthorized)
            }
        }

        @Test func `Guesses with wrong access tokens do not shut out right ones`() async throws {
            try await run { client, provider, _ in
                let right = try await provider.accessToken()
                provider.change { $0.signing = .foreign }
                for number in 1...11 {
                    let wrong = bearer(try await provider.accessToken(["n": .number(Double(number))]))
                    let status = try await client.get("/api/person", wrong).status
                    #expect(status == (number <= 10 ? .unauthorized : .tooManyRequests))
                }
                #expect(try await client.get("/api/person", bearer(right)).status == .ok)
            }
        }
    }

    extension StubProvider.Signing {
        fileprivate static let wrong: [Self] = [.foreign, .unknown, .none, .sharedSecret]
    }
#endif
