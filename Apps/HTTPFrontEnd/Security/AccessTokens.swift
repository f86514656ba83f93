import Crypto
import FeatureKit

/// The secret tokens that clients may present, each with the person who presents it.
///
/// The value holds digests of the tokens, and no token.
struct AccessTokens: Sendable, Hashable {
    /// The digest of a token.
    typealias Digest = SHA256.Digest

    /// The minimum length of a token in bytes.
    ///
    /// A shorter token could be guessed.
    static let lengthLimit = 16

    private var persons: [Digest: Person] = [:]

    /// Creates a list without tokens.
    init() {}

    /// Creates the list of a host with one token, whose person has every role.
    init(_ token: String) { persons[Self.digest(of: token)] = Self.onlyPerson }

    /// The person who presents a host's only token if the token has no name.
    static let onlyPerson = Person(id: "token", roles: .all)

    /// Adds the token of a person.
    ///
    /// - Returns: Whether the token is new.
    mutating func add(_ token: some StringProtocol, of person: Person) -> Bool {
        let digest = Self.digest(of: token)
        guard persons[digest] == nil else { return false }
        persons[digest] = person
        return true
    }

    /// Whether there is one token alone, without a name.
    var isBare: Bool { persons.count == 1 && persons.values.first == Self.onlyPerson }

    /// Whether there are no tokens.
    var isEmpty: Bool { persons.isEmpty }

    /// Returns the person of a token; `nil` if there is no such token.
    func person(of token: Digest) -> Person? { persons[token] }

    /// Returns the token that a client has presented; `nil` if it is wrong.
    ///
    /// The function compares the digest with those of all tokens, each in constant time, so its duration depends only on
    /// the length of the text and the number of tokens.
    func token(presented text: some StringProtocol) -> Digest? {
        let given = Self.digest(of: text)
        var found: Digest?
        // The digests of two tokens differ, so at most one of them is equal.
        for token in persons.keys where token == given { found = token }
        return found
    }

    /// Returns the digest of a secret text.
    static func digest(of text: some StringProtocol) -> Digest { SHA256.hash(data: Array(text.utf8)) }
}
