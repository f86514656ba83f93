#if OIDC
    import FeatureKit
    package import JWTKit

    /// A value in JSON.
    package indirect enum ClaimValue: Codable, Sendable, Hashable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case list([ClaimValue])
        case object([String: ClaimValue])
        case null

        /// Decodes any value.
        package init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .flag(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode([ClaimValue].self) {
                self = .list(value)
            } else {
                self = .object(try container.decode([String: ClaimValue].self))
            }
        }

        /// Encodes the value.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .flag(let value): try container.encode(value)
            case .list(let value): try container.encode(value)
            case .object(let value): try container.encode(value)
            case .null: try container.encodeNil()
            }
        }

        var text: String? { if case .text(let text) = self { text } else { nil } }
        var number: Double? { if case .number(let number) = self { number } else { nil } }

        /// The texts of a list, or the words of a text.
        var words: [String] {
            switch self {
            case .text(let text): text.split { $0 == " " || $0 == "," }.map(String.init)
            case .list(let values): values.compactMap(\.text)
            case .number, .flag, .object, .null: []
            }
        }
    }

    /// What a token or the provider says about a person and about itself.
    package struct Claims: JWTPayload {
        /// All claims by name.
        package let all: [String: ClaimValue]

        /// Creates claims.
        package init(_ all: [String: ClaimValue]) { self.all = all }

        /// Decodes an object.
        package init(from decoder: any Decoder) throws {
            all = try decoder.singleValueContainer().decode([String: ClaimValue].self)
        }

        /// Encodes the object.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(all)
        }

        /// Does nothing, because the rules depend on the token's purpose: the provider checks it.
        package func verify(using algorithm: some JWTAlgorithm) async throws {}

        subscript(_ name: String) -> String? { all[name]?.text }

        /// Returns whether there is a claim of a name.
        func has(_ name: String) -> Bool { all[name] != nil }

        /// The audiences: one text, or a list (RFC 7519, 4.1.3).
        var audiences: [String] {
            switch all["aud"] {
            case .text(let text): [text]
            case .list(let values): values.compactMap(\.text)
            default: []
            }
        }

        /// Returns the person.
        ///
        /// The subject is the person's id, because names and addresses may change. Roles that are not spelled like those
        /// of features are left out.
        ///
        /// - Parameter rolesClaim: The claim with the roles; dots lead into nested objects.
        /// - Throws: ``ProviderError/invalid(_:)`` for a subject that the standard does not allow, or beyond 200 bytes.
        func person(rolesIn rolesClaim: String) throws(ProviderError) -> Person {
            guard let subject = self["sub"], (1...200).contains(subject.utf8.count),
                subject.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            else { throw .invalid("its subject is malformed") }
            let name = ["name", "preferred_username", "email"].lazy.compactMap { self[$0] }
                .first { Person.isName($0) && !$0.allSatisfy(\.isWhitespace) }
            let roles = value(at: rolesClaim)?.words.filter(\.isLowercaseName) ?? []
            return Person(id: subject, name: name, roles: .some(Set(roles)))
        }

        /// Returns the claim of a name, or else the value to which the dots in the name lead.
        private func value(at path: String) -> ClaimValue? {
            if let value = all[path] { return value }
            var value = ClaimValue.object(all)
            for part in path.split(separator: ".") {
                guard case .object(let members) = value, let next = members[String(part)] else { return nil }
                value = next
            }
            return value
        }
    }
#endif
