import HTTPTypes
import Hummingbird

/// Lets clients in that present the host's token: as a bearer token, or by a browser's login cookie.
struct Access: Sendable {
    let token: AccessToken
    let logins: Logins

    /// Refuses a request that presents neither.
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

/// The secret that clients present.
struct AccessToken: Sendable {
    /// The minimum length in bytes, so that a token cannot be guessed.
    static let lengthLimit = 16

    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Whether a text is the token.
    ///
    /// The time that this takes depends on the text's length only.
    func matches(_ given: some StringProtocol) -> Bool {
        var difference: UInt8 = given.utf8.count == bytes.count ? 0 : 1
        for (index, byte) in given.utf8.enumerated() { difference |= byte ^ bytes[index % bytes.count] }
        return difference == 0
    }
}
