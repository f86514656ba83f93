#if OIDC
    import Crypto
    import FeatureKit

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// A provider that follows OpenID Connect Core 1.0, with the authorization code flow and PKCE (RFC 7636).
    struct OpenIDProvider: IdentityProvider {
        /// The age from which the provider's description and its keys are read again.
        ///
        /// A key that the provider has withdrawn is accepted for this time at most.
        private static let lifetime = Duration.seconds(3600)

        /// The difference between the clocks of the provider and of this host that is tolerated, in seconds: five minutes,
        /// and one more for the way.
        private static let leeway = 360.0

        private let registration: Registration
        private let document: Renewed<ProviderDocument>
        private let keys: Renewed<SigningKeys>

        init(_ registration: Registration, clock: any Clock<Duration>) {
            let document = Renewed(clock: clock) { () throws(ProviderError) in
                try await Self.describe(registration.issuer)
            }
            (self.registration, self.document) = (registration, document)
            keys = Renewed(clock: clock) { () throws(ProviderError) in
                let address = try await document.value(youngerThan: Self.lifetime).keys
                return try await ProviderClient.own.read(SigningKeys.self, at: address.text)
            }
        }

        private static func describe(_ issuer: String) async throws(ProviderError) -> ProviderDocument {
            let document = try await ProviderClient.own.read(
                ProviderDocument.self, at: Registration.documentAddress(of: issuer))
            guard document.issuer == issuer else { throw .away("its description names another issuer") }
            // A provider on the network cannot lead this host to an address without TLS.
            let isLocal = ProviderAddress(issuer)?.isLocal ?? false
            guard isLocal || document.addresses.allSatisfy({ !$0.isLocal }) else {
                throw .away("its description names an address without TLS")
            }
            return document
        }

        private func describe() async throws(ProviderError) -> ProviderDocument {
            try await document.value(youngerThan: Self.lifetime)
        }

        // MARK: - Sign-ins

        func authorization(_ attempt: SignInAttempt, returningTo address: String) async throws(ProviderError) -> String
        {
            let start = try await describe().authorization
            let query: [(name: String, text: String)] = [
                ("response_type", "code"), ("client_id", registration.clientID), ("redirect_uri", address),
                ("scope", registration.scopes), ("state", attempt.state), ("nonce", attempt.nonce),
                ("code_challenge", attempt.challenge), ("code_challenge_method", "S256"),
            ]
            return start.text + (start.hasQuery ? "&" : "?") + query.formEncoded
        }

        func signIn(
            with code: String, _ attempt: SignInAttempt, returnedTo address: String
        ) async throws(ProviderError) -> Grant {
            let answer = try await requestTokens(
                [
                    ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", address),
                    ("code_verifier", attempt.verifier),
                ], by: .strangers)
            guard let token = answer.idToken else { throw .invalid("there is no ID token") }
            let claims = try await claims(of: token)
            guard claims["nonce"] == attempt.nonce else { throw .invalid("it belongs to another sign-in") }
            return Grant(
                person: try claims.person(rolesIn: registration.rolesClaim),
                refreshToken: answer.refreshToken.map(Secret.init))
        }

        func renew(_ grant: Grant, keeping keep: (Grant) -> Void) async throws(ProviderError) -> Grant {
            guard let token = grant.refreshToken else { throw .refused("no_refresh_token") }
            let answer: TokenAnswer
            do {
                answer = try await requestTokens(
                    [("grant_type", "refresh_token"), ("refresh_token", token.text)], by: .own)
            } catch .refused(let code) where !Self.endings.contains(code) {
                // The provider refuses this host, or the request. It says nothing about the person.
                throw .away("it refuses this host (\(code))")
            }
            let next = answer.refreshToken.map(Secret.init) ?? token
            keep(Grant(person: grant.person, refreshToken: next))
            let person = try await renewedClaims(answer).person(rolesIn: registration.rolesClaim)
            guard person.id == grant.person.id else { throw .invalid("it belongs to another person") }
            return Grant(person: person, refreshToken: next)
        }

        /// The reason of a provider that does not accept an access token.
        static let refusedToken = "invalid_token"
        /// The reasons of a refused renewal that concern the person.
        ///
        /// Some providers send 400 without a reason.
        private static let endings = ["invalid_grant", refusedToken, "400"]

        /// Returns the claims of a renewal's ID token, or else of the provider's address for claims, because a renewal
        /// need not have an ID token (OpenID Connect Core 1.0, 12.2).
        private func renewedClaims(_ answer: TokenAnswer) async throws(ProviderError) -> Claims {
            if let token = answer.idToken { return try await claims(of: token) }
            guard let address = try await describe().userInfo, let token = answer.accessToken else {
                throw .invalid("there is no ID token")
            }
            return try await ProviderClient.own.read(Claims.self, at: address.text, token: Secret(token))
        }

        func signOutAddress() async -> String? { await document.latest?.signOut?.text }

        /// The answer to a request for tokens (RFC 6749, 5.1).
        private struct TokenAnswer: Decodable {
            let idToken: String?
            let accessToken: String?
            let refreshToken: String?

            private enum CodingKeys: String, CodingKey {
                case idToken = "id_token"
                case accessToken = "access_token"
                case refreshToken = "refresh_token"
            }
        }

        /// The answer to a refused request for tokens (RFC 6749, 5.2).
        private struct TokenRefusal: Decodable {
            let error: String
        }

        private func requestTokens(
            _ form: [(name: String, text: String)], by client: ProviderClient
        ) async throws(ProviderError) -> TokenAnswer {
            let document = try await describe()
            var form = form
            var login: (name: String, password: Secret)?
            if let secret = registration.secret {
                // Without a list, the provider takes the basic authentication (OpenID Connect Discovery 1.0, 3).
                if document.authentications?.contains("client_secret_basic") ?? true {
                    login = (registration.clientID, secret)
                } else {
                    form += [("client_id", registration.clientID), ("client_secret", secret.text)]
                }
            } else {
                form += [("client_id", registration.clientID)]
            }
            let answer = try await client.post(form, to: document.token.text, login: login)
            guard answer.status == 200 else {
                let code = (try? ProviderClient.decode(TokenRefusal.self, answer.body))?.error
                throw .refused(code.flatMap(Self.known) ?? "\(answer.status)")
            }
            return try ProviderClient.decode(TokenAnswer.self, answer.body)
        }

        /// Returns an error code of the standards; `nil` for any other text, which could hold anything.
        private static func known(_ code: String) -> String? {
            let codes = [
                "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type",
                "invalid_scope",
            ]
            return codes.contains(code) ? code : nil
        }

        // MARK: - Tokens

        /// Returns the claims of a valid ID token (OpenID Connect Core 1.0, 3.1.3.7).
        private func claims(of idToken: String) async throws(ProviderError) -> Claims {
            // The provider itself has just sent the token, so an unknown key is always looked up.
            let claims = try await verified(idToken, pause: .zero)
            try check(claims, for: registration.clientID)
            guard claims.audiences.count == 1 || claims["azp"] == registration.clientID else {
                throw .invalid("it is meant for another client")
            }
            return claims
        }

        func verify(accessToken: String) async throws(ProviderError) -> (person: Person, validity: Double) {
            guard let audience = registration.audience else { throw .invalid("no access tokens are accepted") }
            let claims = try await verified(accessToken, pause: .seconds(10))
            let validity = try check(claims, for: audience)
            // A provider may give ID tokens and logout tokens with the same audience.
            guard !claims.audiences.contains(registration.clientID), !Self.claimsOfOthers.contains(where: claims.has),
                !["ID", "Logout", "Refresh"].contains(claims["typ"])
            else { throw .invalid("it is no access token") }
            return (try claims.person(rolesIn: registration.rolesClaim), validity)
        }

        /// The claims that only ID tokens and logout tokens have.
        private static let claimsOfOthers = ["nonce", "at_hash", "c_hash", "events"]

        /// Returns the claims of a token with a valid signature.
        ///
        /// - Parameter pause: The time between two looks for a key that is not known yet.
        private func verified(_ token: String, pause: Duration) async throws(ProviderError) -> Claims {
            let known = try await keys.value(youngerThan: Self.lifetime)
            do { return try await known.claims(of: token) } catch .invalid(let reason) { throw .invalid(reason) } catch
            {
                let new = try await keys.value(youngerThan: .zero, pause: pause)
                do { return try await new.claims(of: token) } catch .invalid(let reason) {
                    throw .invalid(reason)
                } catch {
                    throw .invalid("its key is unknown")
                }
            }
        }

        /// Checks the issuer, the audience and the times of a token with a valid signature (RFC 7519, 4.1).
        ///
        /// - Returns: The time in seconds for which the token stays valid.
        @discardableResult
        private func check(_ claims: Claims, for audience: String) throws(ProviderError) -> Double {
            guard claims["iss"] == registration.issuer else { throw .invalid("it has another issuer") }
            guard claims.audiences.contains(audience) else { throw .invalid("it is meant for another audience") }
            guard let end = claims.all["exp"]?.number else { throw .invalid("it never expires") }
            let now = Date().timeIntervalSince1970
            let validity = end + Self.leeway - now
            guard validity > 0 else { throw .expired }
            let begin = claims.all["nbf"].map { $0.number ?? .infinity } ?? -.infinity
            guard begin <= now + Self.leeway else { throw .invalid("it is not valid yet") }
            return validity
        }
    }

    extension SignInAttempt {
        /// The digest of the verifier (RFC 7636, 4.2).
        fileprivate var challenge: String {
            Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString()
                .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
    }
#endif
