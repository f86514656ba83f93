#if OIDC
    /// The provider's description of itself (OpenID Connect Discovery 1.0, 3).
    struct ProviderDocument: Decodable, Sendable {
        let issuer: String
        let authorization: ProviderAddress
        let token: ProviderAddress
        let keys: ProviderAddress
        let userInfo: ProviderAddress?
        let signOut: ProviderAddress?
        /// The ways in which a client may authenticate itself at the token address.
        let authentications: [String]?

        private enum CodingKeys: String, CodingKey {
            case issuer
            case authorization = "authorization_endpoint"
            case token = "token_endpoint"
            case keys = "jwks_uri"
            case userInfo = "userinfo_endpoint"
            case signOut = "end_session_endpoint"
            case authentications = "token_endpoint_auth_methods_supported"
        }

        /// All addresses.
        var addresses: [ProviderAddress] { [authorization, token, keys] + [userInfo, signOut].compactMap(\.self) }
    }
#endif
