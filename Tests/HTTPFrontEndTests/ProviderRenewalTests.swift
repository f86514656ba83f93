#if OIDC
    import FeatureKit
    import FeatureTesting
    import Foundation
    import HTTPFrontEnd
    import HTTPTypes
    import Logging
    import OpenIDConnect
    import Testing

    @Suite(.timeLimit(.minutes(5))) struct ProviderRenewalTests {
        private typealias Body = @Sendable (StubProvider, ManualClock, _ port: Int) async throws -> Void

        /// Runs a host at which people sign in by a provider.
        private func run(_ record: LogRecord? = nil, _ body: @escaping Body) async throws {
            let folder = try TokenFolder(StubProvider.secret)
            try await StubProvider.run { provider in
                let clock = ManualClock()
                try await LiveHost.run(
                    [KnockFeature()], clock: clock,
                    change: {
                        $0.provider = SignInProvider(issuer: provider.issuer, clientID: StubProvider.clientID)
                        $0.provider?.secretFile = folder.path
                        $0.provider?.audience = StubProvider.audience
                        if record != nil { $0.logLevel = .trace }
                    }, record: record
                ) { _, port, _ in try await body(provider, clock, port) }
            }
        }

        /// Signs a browser in, and returns the line of its cookie.
        private func signIn(
            _ provider: StubProvider, on port: Int, _ fields: [String] = []
        ) async throws -> String {
            try cookie(of: try await comeBack(provider, on: port, fields))
        }

        /// Lets a browser come back from the provider, and returns the head of the answer.
        private func comeBack(
            _ provider: StubProvider, on port: Int, _ fields: [String] = []
        ) async throws -> String {
            let start = try await Wire.ask("GET /login/provider?next=/", on: port, fields)
            let address = try #require(start.firstMatch(of: /[Ll]ocation: ([^\r\n]+)/)).1
            let query = try provider.signIn(at: String(address))
            let path = "/login/return?code=\(query["code"] ?? "")&state=\(query["state"] ?? "")"
            return try await Wire.ask("GET \(path)", on: port, [try cookie(of: start)])
        }

        private func cookie(of head: String) throws -> String {
            "Cookie: \(try #require(head.firstMatch(of: /[Ss]et-[Cc]ookie: ([^;]+);/)).1)"
        }

        private func watch(_ wire: inout Wire, on port: Int, _ field: String) async throws {
            let head = try await Wire.ask(
                "POST /api/sessions", on: port, [field], body: ("application/json", #"{"feature": "vault"}"#))
            let id = try #require(head.firstMatch(of: /[Ll]ocation: \/api\/sessions\/([0-9a-f]+)/)).1
            try await wire.send("GET /api/sessions/\(id)/events HTTP/1.1", "Host: localhost", field)
            #expect(try await wire.readHead()?.hasPrefix("HTTP/1.1 200") == true)
            #expect(try await wire.readEvent()?.contains("event: frame\n") == true)
        }

        private func isKnown(_ field: String, on port: Int) async throws -> Bool {
            try await Wire.ask("GET /api/person", on: port, [field]).hasPrefix("HTTP/1.1 200")
        }

        /// Returns the name of a browser's person; `nil` if the browser is not signed in.
        private func name(_ field: String, on port: Int) async throws -> String? {
            let text = try await Wire.get("/api/person", on: port, from: "127.0.0.1", [field]).text
            return text.firstMatch(of: /"name":"([^"]*)"/).map { String($0.1) }
        }

        /// Lets time pass until the provider was asked for some renewals.
        private func wait(
            _ clock: ManualClock, on port: Int, _ provider: StubProvider, forRenewals count: Int
        ) async throws {
            while provider.renewals < count {
                await clock.advance(by: .seconds(15))
                // The host asks the provider in the meantime.
                _ = try await Wire.ask("GET /livez", on: port)
            }
        }

        @Test func `Renewals run at once, so that a slow provider can renew everybody in time`() async throws {
            try await run { provider, clock, port in
                var cookies: [String] = []
                for _ in 1...8 { cookies.append(try await signIn(provider, on: port)) }
                provider.change {
                    $0.renewalsTogether = 8
                    $0.person["name"] = .text("Kim Lee")
                }
                try await wait(clock, on: port, provider, forRenewals: 8)
                for cookie in cookies {
                    #expect(try await eventually { try await name(cookie, on: port) == "Kim Lee" })
                }
            }
        }

        @Test func `A browser that signs in again ends its earlier sign-in`() async throws {
            try await run { provider, _, port in
                let (first, other) = (try await signIn(provider, on: port), try await signIn(provider, on: port))
                // A browser tells its cookie at the beginning, but not when it comes from the provider's page.
                let second = try await signIn(provider, on: port, [first])
                #expect(try await !isKnown(first, on: port))
                for cookie in [second, other] { #expect(try await isKnown(cookie, on: port)) }
            }
        }

        @Test(arguments: [true, false])
        func `A role that is taken away ends with the renewal, and streams begin anew`(hasIDToken: Bool) async throws {
            try await run { provider, clock, port in
                let cookie = try await signIn(provider, on: port)
                provider.change {
                    $0.person["roles"] = .list([])
                    $0.hasIDToken = hasIDToken
                }
                try await Wire.connected(to: port) { wire in
                    try await watch(&wire, on: port, cookie)
                    await clock.advance(by: .seconds(590))
                    #expect(provider.renewals == 0)
                    try await wait(clock, on: port, provider, forRenewals: 1)
                    #expect(try await !wire.readToEnd().contains("event: closed"))
                }
                #expect(try await isKnown(cookie, on: port))
                try await Wire.connected(to: port) { wire in
                    try await watch(&wire, on: port, cookie)
                    // Nothing has changed, so nothing ends.
                    try await wait(clock, on: port, provider, forRenewals: 2)
                    #expect(try await isKnown(cookie, on: port))
                    #expect(provider.renewals == 2)
                }
            }
        }

        @Test(arguments: ["refused", "another person", "another issuer"])
        func `A refused renewal ends the sign-in and its streams, and nobody else's`(reason: String) async throws {
            try await run { provider, clock, port in
                let other = "Authorization: Bearer \(try await provider.accessToken(["exp": .number(9_999_999_999)]))"
                let cookie = try await signIn(provider, on: port)
                #expect(try await isKnown(other, on: port))
                provider.change {
                    $0.refusesRenewals = reason == "refused"
                    if reason == "another person" { $0.person["sub"] = .text("somebody") }
                    if reason == "another issuer" { $0.changes["iss"] = .some(.text("https://other.test")) }
                }
                try await Wire.connected(to: port) { wire in
                    try await watch(&wire, on: port, cookie)
                    try await wait(clock, on: port, provider, forRenewals: 1)
                    #expect(try await !wire.readToEnd().contains("event: closed"))
                }
                #expect(try await !isKnown(cookie, on: port))
                #expect(try await isKnown(other, on: port))
            }
        }

        @Test(arguments: [true, false])
        func `Without a renewal, a sign-in lasts for an hour`(isAway: Bool) async throws {
            try await run { provider, clock, port in
                provider.change { $0.hasRefreshToken = isAway }
                let cookie = try await signIn(provider, on: port)
                provider.change { $0.isAway = isAway }
                try await Wire.connected(to: port) { wire in
                    try await watch(&wire, on: port, cookie)
                    await clock.advance(by: .seconds(3599))
                    #expect(try await isKnown(cookie, on: port))
                    clock.move(by: .seconds(1))
                    #expect(try await !isKnown(cookie, on: port))
                    await clock.advance(by: .seconds(60))
                    #expect(try await !wire.readToEnd().contains("event: closed"))
                }
            }
        }

        @Test func `A provider that comes back within the hour renews the sign-in`() async throws {
            try await run { provider, clock, port in
                let cookie = try await signIn(provider, on: port)
                provider.change { $0.isAway = true }
                await clock.advance(by: .seconds(3000))
                try await wait(clock, on: port, provider, forRenewals: 1)
                provider.change { $0.isAway = false }
                // The second one is due only if the first one has succeeded, and comes after more than an hour.
                try await wait(clock, on: port, provider, forRenewals: provider.renewals + 2)
                #expect(try await isKnown(cookie, on: port))
            }
        }

        @Test func `A renewal that fails halfway is tried again with the next refresh token`() async throws {
            try await run { provider, clock, port in
                let cookie = try await signIn(provider, on: port)
                provider.change {
                    ($0.hasIDToken, $0.claimsStatus) = (false, .badGateway)
                    $0.person["roles"] = .list([])
                }
                try await Wire.connected(to: port) { wire in
                    try await watch(&wire, on: port, cookie)
                    try await wait(clock, on: port, provider, forRenewals: 2)
                    #expect(try await isKnown(cookie, on: port))
                    provider.change { $0.claimsStatus = .ok }
                    try await wait(clock, on: port, provider, forRenewals: provider.renewals + 1)
                    // The stream ends, because the roles have changed.
                    #expect(try await !wire.readToEnd().contains("event: closed"))
                }
                #expect(try await isKnown(cookie, on: port))
            }
        }

        @Test func `A person whose claims are refused is signed out, also before others are renewed`() async throws {
            try await run { provider, clock, port in
                let cookies = [try await signIn(provider, on: port), try await signIn(provider, on: port)]
                provider.change { ($0.hasIDToken, $0.claimsStatus) = (false, .unauthorized) }
                try await wait(clock, on: port, provider, forRenewals: 2)
                for cookie in cookies { try await eventually { try await !isKnown(cookie, on: port) } }
            }
        }

        @Test func `A provider that refuses the host signs nobody out`() async throws {
            try await run { provider, clock, port in
                let cookie = try await signIn(provider, on: port)
                provider.change { $0.refusesHost = true }
                try await wait(clock, on: port, provider, forRenewals: 3)
                #expect(try await isKnown(cookie, on: port))
            }
        }

        @Test func `The stream of an access token ends with the token`() async throws {
            try await run { provider, clock, port in
                let field = "Authorization: Bearer \(try await provider.accessToken())"
                try await Wire.connected(to: port) { wire in
                    try await watch(&wire, on: port, field)
                    // A minute, and the difference between clocks that is tolerated.
                    await clock.advance(by: .seconds(400))
                    #expect(try await isKnown(field, on: port))
                    await clock.advance(by: .seconds(80))
                    #expect(try await !wire.readToEnd().contains("event: closed"))
                }
            }
        }

        @Test func `No code, token or cookie stands in the log`() async throws {
            let record = LogRecord()
            try await run(record) { provider, clock, port in
                let token = try await provider.accessToken()
                let cookie = try await signIn(provider, on: port)
                #expect(try await isKnown("Authorization: Bearer \(token)", on: port))
                provider.change { $0.signing = .foreign }
                #expect(try await comeBack(provider, on: port).hasPrefix("HTTP/1.1 403"))
                provider.change { $0.refusesRenewals = true }
                try await wait(clock, on: port, provider, forRenewals: 1)
                try await eventually { try await !isKnown(cookie, on: port) }
                let lines = record.entries.map { "\($0.message) \($0.metadata)" }.joined(separator: "\n")
                for message in ["A person signed in", "invalid ID token", "ended a sign-in"] {
                    #expect(lines.contains(message))
                }
                for secret in provider.secrets + [token, String(cookie.split(separator: "=")[1])] {
                    #expect(!lines.contains(secret))
                }
            }
        }
    }
#endif
