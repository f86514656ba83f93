import HTTPTypes
import Hummingbird

/// Accepts clients that present the host's token: a client sends a bearer token, or a browser sends a login cookie.
struct Access: Sendable {
    let token: AccessToken
    let logins: Logins

    /// Throws an error if a request has neither a valid token nor a valid login cookie.
    ///
    /// - Throws: ``Problem`` (401).
    func check(_ request: Request) throws(Problem) {
        if let field = request.headers[.authorization] {
            let parts = field.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer", token.matches(parts[1].trimmingWhitespace) else {
                throw refusal("the token is wrong", error: ", error=\"invalid_token\"")
            }
            return
        }
        guard !logins.isKnown(request) else { return }
        throw refusal("this host needs a token: send it as Authorization: Bearer, or sign in at /login")
    }

    private func refusal(_ detail: String, error: String = "") -> Problem {
        Problem(.unauthorized, detail, headers: [.wwwAuthenticate: "Bearer realm=\"featurehost\"\(error)"])
    }
}

/// The secret token that clients present.
struct AccessToken: Sendable {
    /// The minimum length in bytes.
    ///
    /// A shorter token could be guessed.
    static let lengthLimit = 16

    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns whether a text is the token.
    ///
    /// The duration of the comparison depends only on the text's length, so the duration reveals nothing about the
    /// token.
    func matches(_ given: some StringProtocol) -> Bool {
        var difference: UInt8 = given.utf8.count == bytes.count ? 0 : 1
        for (index, byte) in given.utf8.enumerated() { difference |= byte ^ bytes[index % bytes.count] }
        return difference == 0
    }
}
