package import FeatureKit

/// Signs people in by an OpenID provider (OpenID Connect Core 1.0).
///
/// This requires that the program was built with the package trait `OIDC`.
package enum OpenID {
    /// Creates the connection to a provider without sending a request.
    ///
    /// - Parameters:
    ///   - registration: The provider, and what it knows about this host.
    ///   - clock: Measures the ages of the provider's answers.
    /// - Throws: `FeatureError` with the code `serviceUnavailable` if this program was built without the trait.
    package static func provider(
        _ registration: Registration, clock: any Clock<Duration>
    ) throws -> any IdentityProvider {
        #if OIDC
            OpenIDProvider(registration, clock: clock)
        #else
            throw FeatureError(
                .serviceUnavailable,
                "this program cannot use --oidc-issuer; build it with the package trait OIDC: swift build --traits OIDC"
            )
        #endif
    }
}

/// A provider, and what it knows about this host.
package struct Registration: Sendable {
    /// The provider's issuer identifier, which is the beginning of its addresses.
    let issuer: String
    /// The identifier of this host at the provider.
    let clientID: String
    /// The secret of this host; `nil` for a client without one (RFC 6749, 2.1).
    let secret: Secret?
    /// The scopes to ask for, with spaces between them.
    let scopes: String
    /// The claim with a person's roles; dots lead into nested objects.
    let rolesClaim: String
    /// The audience of access tokens that programs may present; `nil` if none are accepted.
    let audience: String?

    /// Creates a registration.
    ///
    /// - Parameters:
    ///   - issuer: The provider's issuer identifier; see ``refusal(ofIssuer:)``.
    ///   - clientID: The identifier of this host at the provider.
    ///   - secret: The secret of this host; `nil` for a client without one (RFC 6749, 2.1).
    ///   - scopes: The scopes to ask for, with spaces between them; they contain `openid`.
    ///   - rolesClaim: The claim with a person's roles; dots lead into nested objects.
    ///   - audience: The audience of access tokens that programs may present; `nil` if none are accepted.
    package init(
        issuer: String, clientID: String, secret: Secret?, scopes: String, rolesClaim: String, audience: String?
    ) {
        (self.issuer, self.clientID, self.secret) = (issuer, clientID, secret)
        (self.scopes, self.rolesClaim, self.audience) = (scopes, rolesClaim, audience)
    }

    /// Returns the address of an issuer's description (OpenID Connect Discovery 1.0, 4).
    package static func documentAddress(of issuer: String) -> String {
        (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }

    /// Returns why a text is no issuer; `nil` if it is one.
    ///
    /// Tokens and secrets travel to the provider, so its addresses begin with `https://`, or lead to this machine.
    package static func refusal(ofIssuer text: String) -> String? {
        ProviderAddress(text).map { !$0.hasQuery } ?? false
            ? nil : "an address like https://login.example.org, or one of this machine with http"
    }
}

/// A provider that signs people in.
package protocol IdentityProvider: Sendable {
    /// Returns the address at which the provider asks a person to sign in.
    ///
    /// - Parameters:
    ///   - attempt: The secrets of this attempt.
    ///   - address: The address of this host to which the provider sends the browser back.
    func authorization(_ attempt: SignInAttempt, returningTo address: String) async throws(ProviderError) -> String

    /// Exchanges the code with which a browser came back.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - attempt: The attempt that the browser began.
    ///   - address: The address to which the provider sent the browser back.
    func signIn(
        with code: String, _ attempt: SignInAttempt, returnedTo address: String
    ) async throws(ProviderError) -> Grant

    /// Asks the provider whether a person may stay signed in, and for the person's present roles.
    ///
    /// - Parameters:
    ///   - grant: A grant that is renewable.
    ///   - keep: Called with the same person and the provider's next refresh token as soon as it has come, because the
    ///     earlier one may be used up even if the renewal fails later.
    /// - Throws: ``ProviderError/away(_:)`` also if the provider refuses this host instead of the person.
    func renew(_ grant: Grant, keeping keep: (Grant) -> Void) async throws(ProviderError) -> Grant

    /// Verifies an access token in the format of RFC 9068.
    ///
    /// - Returns: The token's person, and the time in seconds for which the token stays valid.
    func verify(accessToken: String) async throws(ProviderError) -> (person: Person, validity: Double)

    /// Returns the address at which people sign out from the provider itself; `nil` if there is none or if the provider
    /// cannot be reached.
    func signOutAddress() async -> String?
}

/// The answer of a provider that has signed a person in.
package struct Grant: Sendable, Hashable {
    /// The person.
    package let person: Person
    /// The token that renews the grant; `nil` if the provider gave none.
    let refreshToken: Secret?

    /// Whether the provider can be asked again without the person.
    package var isRenewable: Bool { refreshToken != nil }
}

/// The secrets of one attempt to sign in, which bind the provider's answer to the browser that asked.
package struct SignInAttempt: Sendable, Codable {
    /// The text that the provider sends back with the browser (RFC 6749, 10.12).
    package let state: String
    /// The text that the ID token contains (OpenID Connect Core 1.0, 3.1.2.1).
    let nonce: String
    /// The text that proves to the provider that the same host asked (RFC 7636, 4.1): 64 characters.
    let verifier: String

    /// Creates an attempt with random secrets.
    package init() {
        (state, nonce) = (Session.randomID(), Session.randomID())
        verifier = Session.randomID() + Session.randomID()
    }
}

/// The reason why a provider did not sign somebody in.
package enum ProviderError: Error, Sendable, Hashable {
    /// The provider cannot be reached, or fails.
    case away(String)
    /// The provider refuses the code, the refresh token or this host, for the reason in its own code such as
    /// `invalid_grant`.
    case refused(String)
    /// A token is not valid, for the given reason.
    case invalid(String)
    /// The access token was valid once.
    case expired
}
