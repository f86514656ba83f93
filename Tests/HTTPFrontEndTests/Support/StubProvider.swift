#if OIDC
    import Crypto
    import FeatureKit
    import Foundation
    import HTTPTypes
    import Hummingbird
    import JWTKit
    import Logging
    import OpenIDConnect
    import Synchronization

    /// An OpenID provider in this process, which signs what a test tells it to.
    final class StubProvider: Sendable {
        /// The ways in which the provider signs ID tokens.
        enum Signing: Sendable {
            case own
            /// Another key with the name of the published one.
            case foreign
            /// A key whose name is not published.
            case unknown
            /// No signature (RFC 7518, 3.6).
            case none
            /// The text of the public key as a shared secret.
            case sharedSecret
        }

        /// What the provider does.
        struct Behaviour: Sendable {
            var isAway = false
            /// The claims about the person who signs in.
            var person: [String: ClaimValue] = [
                "sub": .text("id-of-kim"), "name": .text("Kim"), "roles": .list([.text("keeper")]),
            ]
            /// Claims that replace those of an ID token; `nil` for a claim that is left out.
            var changes: [String: ClaimValue?] = [:]
            var signing = Signing.own
            var hasIDToken = true
            var hasRefreshToken = true
            var refusesRenewals = false
            /// The number of renewals that the provider answers together.
            var renewalsTogether = 1
            /// Whether the provider does not know the host's secret any more.
            var refusesHost = false
            /// The status of the answers at the address for claims.
            var claimsStatus = HTTPResponse.Status.ok
        }

        private struct Code {
            let challenge, redirect, nonce: String
        }

        private struct State {
            var behaviour = Behaviour()
            var key = ES256PrivateKey()
            var kid = "first"
            var codes: [String: Code] = [:]
            var refreshTokens: Set<String> = []
            var (renewals, descriptions) = (0, 0)
            var waiting: [CheckedContinuation<Void, Never>] = []
            var secrets: [String] = [StubProvider.secret]
        }

        static let (clientID, secret, audience) = ("features", "a secret: with + and %", "api")

        private let state = Mutex(State())
        private let port = Mutex(0)

        /// The issuer identifier.
        var issuer: String { "http://127.0.0.1:\(port.withLock(\.self))" }
        /// All codes and tokens that the provider has given out, and the host's own secret.
        var secrets: [String] { state.withLock(\.secrets) }
        /// The number of renewals that were asked for.
        var renewals: Int { state.withLock(\.renewals) }

        /// The number of times that the provider's description was read.
        var descriptions: Int { state.withLock(\.descriptions) }

        /// Changes what the provider does.
        func change(_ body: (inout Behaviour) -> Void) { state.withLock { body(&$0.behaviour) } }

        /// Replaces the signing key.
        func rotateKey() {
            state.withLock { ($0.key, $0.kid) = (ES256PrivateKey(), "next") }
        }

        /// Runs a provider, and passes it to a closure.
        static func run(_ body: @escaping @Sendable (StubProvider) async throws -> Void) async throws {
            let provider = StubProvider()
            let (ports, port) = AsyncStream<Int>.makeStream()
            let application = Application(
                router: provider.router,
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) },
                logger: Logger(label: "provider", factory: { _ in SwiftLogNoOpLogHandler() }))
            try await withThrowingTaskGroup { group in
                group.addTask { try await application.run() }
                for await number in ports {
                    provider.port.withLock { $0 = number }
                    try await body(provider)
                    break
                }
                group.cancelAll()
                while let result = await group.nextResult() { _ = result }
            }
        }

        /// Lets the person sign in at the address to which the host sends a browser.
        ///
        /// - Returns: The query with which the browser comes back.
        func signIn(at address: String) throws -> [String: String] {
            let query = Self.pairs(URLComponents(string: address)?.percentEncodedQuery ?? "")
            guard query["client_id"] == Self.clientID, query["response_type"] == "code",
                query["code_challenge_method"] == "S256", let challenge = query["code_challenge"],
                let redirect = query["redirect_uri"], let nonce = query["nonce"], let state = query["state"]
            else { throw Surprise() }
            let code = Session.randomID()
            self.state.withLock {
                $0.codes[code] = Code(challenge: challenge, redirect: redirect, nonce: nonce)
                $0.secrets += [code, state]
            }
            return ["code": code, "state": state]
        }

        /// Makes an access token.
        func accessToken(_ changes: [String: ClaimValue?] = [:]) async throws -> String {
            let person = state.withLock(\.behaviour.person)
            return try await token(person.merging(["aud": .text(Self.audience)]) { $1 }, changes)
        }

        /// Makes an ID token that the host did not ask for.
        func idToken() async throws -> String {
            let person = state.withLock(\.behaviour.person)
            return try await token(person.merging(["aud": .text(Self.clientID)]) { $1 }, [:])
        }

        private func token(_ claims: [String: ClaimValue], _ changes: [String: ClaimValue?]) async throws -> String {
            let (key, kid, signing) = state.withLock { ($0.key, $0.kid, $0.behaviour.signing) }
            var all = claims
            all["iss"] = .text(issuer)
            all["exp"] = .number(Date().timeIntervalSince1970.rounded() + 60)
            for (name, value) in changes { all[name] = value }
            let keys = JWTKeyCollection()
            let name = JWKIdentifier(string: signing == .unknown ? "unpublished" : kid)
            switch signing {
            case .own: await keys.add(ecdsa: key, kid: name)
            case .foreign, .unknown: await keys.add(ecdsa: ES256PrivateKey(), kid: name)
            case .sharedSecret:
                await keys.add(
                    hmac: HMACKey(from: key.publicKey.pemRepresentation), digestAlgorithm: .sha256, kid: name)
            case .none: await keys.addUnsecuredNone(kid: name)
            }
            let token = try await keys.sign(Claims(all), kid: name)
            state.withLock { $0.secrets.append(token) }
            return token
        }

        // MARK: - Addresses

        private var router: Router<BasicRequestContext> {
            let router = Router()
            router.get("/.well-known/openid-configuration") { _, _ in
                self.state.withLock { $0.descriptions += 1 }
                return try self.answer([
                    "issuer": .text(self.issuer), "authorization_endpoint": .text("\(self.issuer)/authorize"),
                    "token_endpoint": .text("\(self.issuer)/token"), "jwks_uri": .text("\(self.issuer)/keys"),
                    "userinfo_endpoint": .text("\(self.issuer)/userinfo"),
                    "end_session_endpoint": .text("\(self.issuer)/end"),
                ])
            }
            router.get("/keys") { _, _ in
                let (key, kid) = self.state.withLock { ($0.key, $0.kid) }
                guard let point = key.publicKey.parameters else { throw Surprise() }
                return try self.answer([
                    "keys": .list([
                        // Other providers publish keys that this host cannot use.
                        .object([
                            "kty": .text("RSA"), "use": .text("enc"), "alg": .text("RSA-OAEP"), "kid": .text("enc"),
                        ]),
                        .object(["kty": .text("odd")]),
                        .object([
                            "kty": .text("EC"), "crv": .text("P-256"), "kid": .text(kid), "x": .text(point.x),
                            "y": .text(point.y),
                        ]),
                    ])
                ])
            }
            router.get("/userinfo") { request, _ in
                guard request.headers[.authorization] == "Bearer access" else { return Response(status: .unauthorized) }
                let (person, status) = self.state.withLock { ($0.behaviour.person, $0.behaviour.claimsStatus) }
                return try self.answer(person, status: status)
            }
            router.post("/token") { request, _ in
                var request = request
                let body = try await request.collectBody(upTo: 1 << 16)
                return try await self.answer(to: Self.pairs(String(buffer: body)), request)
            }
            return router
        }

        private func answer(to form: [String: String], _ request: Request) async throws -> Response {
            let login = "features:a%20secret%3A%20with%20%2B%20and%20%25"
            guard request.headers[.authorization] == "Basic \(Data(login.utf8).base64EncodedString())" else {
                return try answer(["error": .text("invalid_client")], status: .unauthorized)
            }
            let behaviour = state.withLock { state in
                if form["grant_type"] == "refresh_token" { state.renewals += 1 }
                return state.behaviour
            }
            if form["grant_type"] == "refresh_token" { await waitForOthers() }
            guard !behaviour.isAway else { return Response(status: .badGateway) }
            guard !behaviour.refusesHost else {
                return try answer(["error": .text("invalid_client")], status: .unauthorized)
            }
            var claims = behaviour.person
            claims["aud"] = .text(Self.clientID)
            switch form["grant_type"] {
            case "authorization_code":
                let code = state.withLock { $0.codes.removeValue(forKey: form["code"] ?? "") }
                let challenge = Data(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8))).base64EncodedString()
                    .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
                guard let code, code.challenge == challenge, code.redirect == form["redirect_uri"] else {
                    return try refusal()
                }
                claims["nonce"] = .text(code.nonce)
            default:
                let isKnown = state.withLock { $0.refreshTokens.remove(form["refresh_token"] ?? "") != nil }
                guard form["grant_type"] == "refresh_token", isKnown, !behaviour.refusesRenewals else {
                    return try refusal()
                }
            }
            var answer: [String: ClaimValue] = ["access_token": .text("access"), "token_type": .text("Bearer")]
            if behaviour.hasIDToken { answer["id_token"] = .text(try await token(claims, behaviour.changes)) }
            if behaviour.hasRefreshToken {
                let token = Session.randomID()
                state.withLock {
                    $0.refreshTokens.insert(token)
                    $0.secrets.append(token)
                }
                answer["refresh_token"] = .text(token)
            }
            return try self.answer(answer)
        }

        /// Waits until enough renewals are running.
        private func waitForOthers() async {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                    state.waiting.append(continuation)
                    guard state.waiting.count >= state.behaviour.renewalsTogether else { return [] }
                    defer { state.waiting = [] }
                    return state.waiting
                }
                for continuation in ready { continuation.resume() }
            }
        }

        private func refusal() throws -> Response { try answer(["error": .text("invalid_grant")], status: .badRequest) }

        private func answer(_ members: [String: ClaimValue], status: HTTPResponse.Status = .ok) throws -> Response {
            guard !state.withLock(\.behaviour.isAway) else { return Response(status: .badGateway) }
            return Response(
                status: status, headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(members))))
        }

        private static func pairs(_ encoded: String) -> [String: String] {
            let pairs = encoded.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1) }
            return Dictionary(
                uniqueKeysWithValues: pairs.map {
                    (String($0[0]), $0.count > 1 ? String($0[1]).removingPercentEncoding ?? "" : "")
                })
        }
    }
#endif
