#if OIDC
    import FeatureKit
    import JWTKit

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The public keys with which a provider signs tokens (RFC 7517, 5).
    struct SigningKeys: Decodable, Sendable {
        /// The algorithms that tokens may be signed with: those with a public key.
        ///
        /// No unsigned token and none with a shared secret is accepted (RFC 8725, 3.1 and 3.2).
        private static let algorithms: Set<String> = [
            "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA",
        ]
        /// The largest token, in bytes.
        private static let tokenLimit = 16 << 10
        /// The maximum number of keys that are tried for a token that names none.
        private static let keyLimit = 20

        private let keys: [JWK]

        /// A key of the set; keys of unknown kinds and keys for encryption are skipped.
        private struct Entry: Decodable {
            let key: JWK?

            private enum CodingKeys: String, CodingKey {
                case use
            }

            init(from decoder: any Decoder) throws {
                let use = try? decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .use)
                key = use == "enc" ? nil : try? JWK(from: decoder)
            }
        }

        private enum CodingKeys: String, CodingKey {
            case keys
        }

        init(from decoder: any Decoder) throws {
            keys = try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .keys).compactMap(\.key)
        }

        /// The members of a token's header that decide how it is verified.
        private struct Header: Decodable {
            let alg: String
            let kid: String?
            let crit: [String]?
        }

        /// The reason why a token cannot be verified.
        enum Failure: Error {
            /// The set has no key of the token's name; the provider may have a new one.
            case unknownKey
            case invalid(String)
        }

        /// Returns the claims of a token with a valid signature.
        func claims(of token: String) async throws(Failure) -> Claims {
            let parts = token.split(separator: ".", omittingEmptySubsequences: false)
            guard token.utf8.count <= Self.tokenLimit, parts.count == 3, let data = Self.decode(parts[0]),
                StreamSafeText.containsTexts(ofJSON: data),
                let header = try? JSONDecoder().decode(Header.self, from: data)
            else { throw .invalid("it is no signed token") }
            guard Self.algorithms.contains(header.alg), let algorithm = JWK.Algorithm(rawValue: header.alg) else {
                throw .invalid("its algorithm is not accepted")
            }
            guard header.crit == nil else { throw .invalid("its header has unknown extensions") }
            let named = header.kid.map { kid in keys.filter { $0.keyIdentifier?.string == kid } } ?? keys
            guard !named.isEmpty else { throw .unknownKey }
            for key in named.prefix(Self.keyLimit) where key.algorithm.map({ $0 == algorithm }) ?? true {
                if let claims = await Self.claims(of: token, by: key, algorithm) { return claims }
            }
            throw .invalid("its signature is wrong")
        }

        private static func claims(of token: String, by key: JWK, _ algorithm: JWK.Algorithm) async -> Claims? {
            var key = key
            // A collection finds a key by its name, and uses the algorithm of the key.
            (key.algorithm, key.privateExponent) = (algorithm, nil)
            key.keyIdentifier = key.keyIdentifier ?? JWKIdentifier(string: "only")
            let collection = JWTKeyCollection()
            guard (try? await collection.add(jwk: key)) != nil else { return nil }
            return try? await collection.verify(token, as: Claims.self)
        }

        /// Decodes text in base64url without padding (RFC 7515, 2).
        private static func decode(_ text: Substring) -> Data? {
            let plain = text.replacing("-", with: "+").replacing("_", with: "/")
            return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4))
        }
    }
#endif
