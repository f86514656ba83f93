#if OIDC
    import FeatureKit
    import FeatureTesting
    import Foundation
    import HTTPFrontEnd
    import HTTPTypes
    import HummingbirdTesting
    import OpenIDConnect
    import Testing

    @Suite(.timeLimit(.minutes(5))) struct ProviderTests: Visits {
        @Test func `A person signs in at the provider, and comes back to the page with the person's roles`()
            async throws
        {
            try await run { client, provider, _ in
                let page = try await client.get("/login?next=%2Ffeatures%2Fkennel").text
                #expect(
                    page.contains(
                        "href=\"/login/provider?next=%2Ffeatures%2Fkennel\"><span>Sign in at <bdi>127.0.0.1</bdi></span></a>"
                    ))
                #expect(!page.contains("name=\"token\""))
                let response = try await signIn(client, provider, next: "%2Ffeatures%2Fkennel")
                #expect(response.status == .ok)
                #expect(response.headers[try #require(HTTPField.Name("Refresh"))] == "0;url=/features/kennel")
                let fields = response.headers[values: .setCookie]
                #expect(fields.count == 2 && fields.allSatisfy { $0.contains("; HttpOnly") })
                #expect(fields[0].contains("; SameSite=Strict") && fields[1].contains("Max-Age=0"))
                let cookie = try cookie(of: response)
                let known = try await person(client, cookie)
                #expect(known.text == #"{"id":"id-of-kim","name":"Kim","roles":["keeper"]}"#)
                #expect(try await client.get("/", [.cookie: cookie]).text.contains("<bdi>Kim</bdi>"))
                let out = try await client.post("/logout", form: "", [.cookie: cookie])
                #expect(out.headers[.location] == "/login?signed-out=1")
                #expect(try await client.get("/login?signed-out=1").text.contains("href=\"\(provider.issuer)/end\""))
                #expect(try await person(client, cookie).status == .unauthorized)
            }
        }

        @Test(arguments: [
            (
                "realm.roles", ClaimValue.object(["roles": .list([.text("keeper"), .text("Keeper"), .text("*")])]),
                ["keeper"]
            ),
            ("https://x.test/roles", .text("keeper, helper"), ["helper", "keeper"]),
            ("realm.roles", .text("keeper"), []), ("roles", .number(1), []),
        ])
        func `Roles come from the chosen claim, and only in the spelling of features`(
            claim: String, value: ClaimValue, expected: [String]
        ) async throws {
            try await run(change: { $0.provider?.rolesClaim = claim }) { client, provider, _ in
                let name = claim == "realm.roles" ? "realm" : claim
                provider.change { $0.person = ["sub": .text("1"), name: value] }
                let cookie = try cookie(of: try await signIn(client, provider))
                let roles = "[" + expected.map { "\"\($0)\"" }.joined(separator: ",") + "]"
                #expect(try await person(client, cookie).text == #"{"id":"1","name":"1","roles":\#(roles)}"#)
            }
        }

        @Test(
            arguments: [
                (["iss": .text("https://other.test")], "it has another issuer"),
                (["iss": nil], "it has another issuer"),
                (["aud": .text("others")], "it is meant for another audience"),
                (["aud": nil], "it is meant for another audience"),
                (["aud": .list([.text("features"), .text("others")])], "it is meant for another client"),
                (
                    ["aud": .list([.text("features"), .text("others")]), "azp": .text("others")],
                    "it is meant for another client"
                ),
                (["exp": nil], "it never expires"), (["exp": .text("later")], "it never expires"),
                (["exp": .number(1_000)], "expired"), (["nbf": .number(9_999_999_999)], "it is not valid yet"),
                (["nbf": .text("soon")], "it is not valid yet"),
                (["nonce": .text("another")], "it belongs to another sign-in"),
                (["nonce": nil], "it belongs to another sign-in"),
                (["sub": nil], "its subject is malformed"), (["sub": .text("")], "its subject is malformed"),
                (["sub": .text("a\nb")], "its subject is malformed"),
                (["sub": .text(String(repeating: "x", count: 201))], "its subject is malformed"),
            ] as [([String: ClaimValue?], String)])
        func `An ID token with a wrong claim signs nobody in`(
            changes: [String: ClaimValue?], reason: String
        ) async throws {
            try await run { client, provider, _ in
                provider.change { $0.changes = changes }
                try await refused(client, provider, reason)
            }
        }

        @Test(arguments: [
            (StubProvider.Signing.none, "its algorithm is not accepted"),
            (.sharedSecret, "its algorithm is not accepted"), (.foreign, "its signature is wrong"),
            (.unknown, "its key is unknown"),
        ])
        func `An ID token with a wrong signature signs nobody in`(
            signing: StubProvider.Signing, reason: String
        ) async throws {
            try await run { client, provider, _ in
                provider.change { $0.signing = signing }
                try await refused(client, provider, reason)
            }
        }

        @Test func `An answer without an ID token signs nobody in`() async throws {
            try await run { client, provider, _ in
                provider.change { $0.hasIDToken = false }
                try await refused(client, provider, "there is no ID token")
            }
        }

        private func refused(_ client: HostClient, _ provider: StubProvider, _ reason: String) async throws {
            let response = try await signIn(client, provider)
            #expect(response.status == .forbidden)
            #expect(response.text.contains(reason), "\(response.text)")
            #expect(response.headers[.setCookie] == nil)
            provider.change { $0 = StubProvider.Behaviour() }
            #expect(try await signIn(client, provider).status == .ok)
        }

        @Test(arguments: [-300.0, 300])
        func `A provider whose clock is five minutes off signs people in`(seconds: Double) async throws {
            try await run { client, provider, _ in
                let time = Date().timeIntervalSince1970.rounded() + seconds
                provider.change {
                    $0.changes = ["iat": .number(time), "nbf": .number(time), "exp": .number(time + 60)]
                }
                let response = try await signIn(client, provider)
                #expect(response.status == .ok)
            }
        }

        @Test func `A sign-in belongs to the browser that began it, ends once, and within ten minutes`() async throws {
            try await run { client, provider, clock in
                let (address, cookie) = try await begin(client)
                let (otherAddress, otherCookie) = try await begin(client)
                #expect(address != otherAddress && cookie != otherCookie)
                let query = try provider.signIn(at: address)
                for stranger in [nil, otherCookie, cookie.replacing("=", with: "=A"), "\(cookie)x"] {
                    #expect(try await comeBack(client, query, stranger).status == .badRequest)
                }
                #expect(try await comeBack(client, query.merging(["state": "x"]) { $1 }, cookie).status == .badRequest)
                #expect(try await comeBack(client, ["code": "x"], cookie).status == .badRequest)
                #expect(try await comeBack(client, query, cookie).status == .ok)
                #expect(try await comeBack(client, query, cookie).status == .badRequest)
                // The code was used, and another attempt does not help.
                let again = try await begin(client)
                let state = try #require(try provider.signIn(at: again.address)["state"])
                let reused = try await comeBack(
                    client, ["code": try #require(query["code"]), "state": state], again.cookie)
                #expect(reused.status == .forbidden && reused.text.contains("invalid_grant"))
                let late = try await begin(client)
                clock.move(by: .seconds(600))
                #expect(
                    try await comeBack(client, try provider.signIn(at: late.address), late.cookie).status == .badRequest
                )
            }
        }

        @Test(arguments: ["cross-site", "same-site"])
        func `Another site cannot sign a person in without a click`(site: String) async throws {
            try await run { client, _, _ in
                let response = try await client.get("/login/provider?next=/docs", [.secFetchSite: site])
                #expect(response.status == .seeOther)
                #expect(response.headers[.location] == "/login?next=%2Fdocs")
            }
        }

        @Test func `A person is signed in in twenty browsers at most, and signs nobody else out`() async throws {
            try await run { client, provider, clock in
                let first = try cookie(of: try await signIn(client, provider))
                provider.change { $0.person["sub"] = .text("lee") }
                var cookies: [String] = []
                for _ in 1...21 {
                    clock.move(by: .seconds(1))
                    cookies.append(try cookie(of: try await signIn(client, provider)))
                }
                #expect(try await person(client, first).status == .ok)
                #expect(try await person(client, cookies[0]).status == .unauthorized)
                for cookie in cookies.dropFirst() { #expect(try await person(client, cookie).status == .ok) }
            }
        }

        @Test func `A person who refuses at the provider is told so, without the words of the address`() async throws {
            try await run { client, provider, _ in
                let (address, cookie) = try await begin(client)
                let state = try #require(try provider.signIn(at: address)["state"])
                let query = ["error": "access_denied", "error_description": "Call%20555", "state": state]
                let response = try await comeBack(client, query, cookie)
                #expect(response.status == .forbidden && response.text.contains("access_denied"))
                #expect(!response.text.contains("555"))
            }
        }

        @Test func `Ten wrong codes of an address within a minute are enough`() async throws {
            try await run { client, provider, clock in
                func guess() async throws -> TestResponse {
                    let (address, cookie) = try await begin(client)
                    let state = try #require(try provider.signIn(at: address)["state"])
                    return try await comeBack(client, ["code": "guess", "state": state], cookie)
                }
                let cookie = try cookie(of: try await signIn(client, provider))
                for _ in 1...10 { #expect(try await guess().status == .forbidden) }
                let refused = try await guess()
                #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "60")
                #expect(try await person(client, cookie).status == .ok)
                clock.move(by: .seconds(60))
                #expect(try await signIn(client, provider).status == .ok)
            }
        }

        @Test func `Another site cannot use up a person's sign-in or the address's returns`() async throws {
            try await run { client, provider, _ in
                let image: HTTPFields = [.secFetchSite: "cross-site", .secFetchDest: "image", .secFetchMode: "no-cors"]
                for _ in 1...11 {
                    #expect(try await client.get("/login/return?state=x&code=y", image).status == .forbidden)
                    #expect(try await client.get("/login/return?state=x&code=y").status == .badRequest)
                }
                let (address, cookie) = try await begin(client)
                let query = try provider.signIn(at: address)
                let path = "/login/return?code=\(query["code"] ?? "")&state=\(query["state"] ?? "")"
                for fields in [image, [.secPurpose: "prefetch"]] {
                    #expect(try await client.get(path, fields + [.cookie: cookie]).status == .forbidden)
                }
                let head = try await client.ask(.head, path, [.cookie: cookie])
                #expect(head.status == .methodNotAllowed && head.headers[.setCookie] == nil)
                #expect(try await client.ask(.head, "/login/provider").status == .methodNotAllowed)
                #expect(try await comeBack(client, query, cookie).status == .ok)
            }
        }

        @Test func `The page of a failed sign-in offers nobody to sign out`() async throws {
            try await run { client, _, _ in
                let page = try await client.get("/login/return?state=x&code=y").text
                #expect(page.contains("did not begin this sign-in") && !page.contains("Sign out"))
            }
        }

        @Test func `The page after signing out does not ask the provider, which may be away`() async throws {
            try await run { client, provider, _ in
                #expect(try await client.get("/login?signed-out=1").status == .ok)
                #expect(provider.descriptions == 0)
                _ = try await signIn(client, provider)
                #expect(try await client.get("/login?signed-out=1").text.contains(provider.issuer))
                #expect(provider.descriptions == 1)
            }
        }

        @Test func `People stay signed in while the provider is away, and new ones are told`() async throws {
            try await run { client, provider, clock in
                let cookie = try cookie(of: try await signIn(client, provider))
                let begun = try await begin(client)
                let query = try provider.signIn(at: begun.address)
                provider.change { $0.isAway = true }
                #expect(try await person(client, cookie).status == .ok)
                #expect(try await client.get("/readyz").status == .ok)
                let returning = try await comeBack(client, query, begun.cookie)
                #expect(returning.status == .serviceUnavailable && returning.headers[.retryAfter] == "10")
                #expect(returning.text.contains("it answered 502"))
                #expect(try await client.get("/login").status == .ok)
                provider.change { $0.isAway = false }
                #expect(try await signIn(client, provider).status == .ok)
            }
            // A host starts without its provider, too.
            try await run { client, provider, clock in
                provider.change { $0.isAway = true }
                let refused = try await client.get("/login/provider")
                #expect(refused.status == .serviceUnavailable)
                provider.change { $0.isAway = false }
                clock.move(by: .seconds(10))
                #expect(try await signIn(client, provider).status == .ok)
            }
        }
    }
#endif
