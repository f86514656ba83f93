import ArgumentParser
import FeatureKit
import OpenIDConnect

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The OpenID provider that signs people in, and what it knows about this host.
///
/// The provider needs the address `https://HOST/login/return` of this host. The program must be built with the package
/// trait `OIDC`.
public struct SignInProvider: Sendable {
    /// The provider's issuer identifier, such as `https://login.example.org`.
    ///
    /// Addresses without TLS are accepted for this machine only.
    public var issuer: String
    /// The identifier of this host at the provider.
    public var clientID: String
    /// The path of a file with the secret of this host; `nil` for a client without a secret.
    public var secretFile: String?
    /// The audience of the access tokens that programs may present as bearer tokens; `nil` to accept none.
    ///
    /// It differs from ``clientID``, so that no ID token is an access token.
    public var audience: String?
    /// The claim of the ID token with a person's roles: a list of texts, or one text with spaces or commas.
    ///
    /// Dots lead into nested objects, as in `realm_access.roles`.
    public var rolesClaim = "roles"
    /// The scopes to ask for, with spaces between them.
    ///
    /// Some providers renew sign-ins only with `offline_access`.
    public var scopes = "openid profile"

    /// Creates the description of a provider.
    ///
    /// - Parameters:
    ///   - issuer: The provider's issuer identifier.
    ///   - clientID: The identifier of this host at the provider.
    public init(issuer: String, clientID: String) {
        (self.issuer, self.clientID) = (issuer, clientID)
    }

    /// The provider's name for people: its host's name.
    var name: String { URL(string: issuer)?.host ?? issuer }

    /// The address of the provider's description if programs may present its access tokens; `nil` otherwise.
    var documentAddress: String? { audience == nil ? nil : Registration.documentAddress(of: issuer) }

    /// Throws an error for a description that no provider can have.
    ///
    /// - Throws: `ValidationError`.
    func validate() throws {
        if let expected = Registration.refusal(ofIssuer: issuer) {
            throw ValidationError("--\(Settings.issuer.name): \(SettingRefused(expected, found: issuer))")
        }
        guard !clientID.isEmpty else {
            throw ValidationError(
                "--\(Settings.issuer.name) needs --\(Settings.clientID.name), the provider's name for this host")
        }
        guard audience != clientID else {
            throw ValidationError(
                "--\(Settings.audience.name) must differ from --\(Settings.clientID.name), or ID tokens would be access "
                    + "tokens; register the API at the provider under a name of its own")
        }
        guard scopes.split(separator: " ").contains("openid") else {
            throw ValidationError(
                "--\(Settings.scopes.name): \(SettingRefused("scopes like 'openid profile'", found: scopes))")
        }
    }

    /// Creates the connection to the provider.
    ///
    /// - Throws: `FeatureError` with the code `unreadableFile` for the file of the secret, and with
    ///   `serviceUnavailable` if this program was built without the trait.
    func connect(clock: any Clock<Duration>) throws -> any IdentityProvider {
        let secret = try secretFile.map { path in
            guard let data = FileManager.default.contents(atPath: path),
                let text = String(bytes: data, encoding: .utf8),
                case let lines = text.split(whereSeparator: \.isNewline), lines.count == 1,
                !lines[0].trimmingWhitespace.isEmpty
            else {
                throw FeatureError(
                    .unreadableFile,
                    "--\(Settings.secretFile.name): expected a readable file with one line at '\(path)'")
            }
            return Secret(String(lines[0].trimmingWhitespace))
        }
        let registration = Registration(
            issuer: issuer, clientID: clientID, secret: secret, scopes: scopes, rolesClaim: rolesClaim,
            audience: audience)
        return try OpenID.provider(registration, clock: clock)
    }
}
