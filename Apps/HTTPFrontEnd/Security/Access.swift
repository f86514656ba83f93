import HTTPTypes
import Hummingbird

/// Who may ask: who shows the host's token, as a bearer or by a browser that has signed in with it.
struct Access: Sendable {
    let token: AccessToken
    let logins: Logins

    /// Refuses a request that shows neither.
    ///
    /// - Throws: ``Problem`` (401).
    func check(_ request: Request) throws(Problem) {
        if let field = request.headers[.authorization] {
            let parts = field.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer", token.matches(parts[1].trimmingWhitespace) else {
                throw refusal("the token is not this host's", error: ", error=\"invalid_token\"")
            }
            return
        }
        guard !logins.isKnown(request) else { return }
        throw refusal("this host asks for its token: send it as Authorization: Bearer, or sign in at /login")
    }

    private func refusal(_ detail: String, error: String = "") -> Problem {
        Problem(.unauthorized, detail, headers: [.wwwAuthenticate: "Bearer realm=\"featurehost\"\(error)"])
    }
}

/// What a client shows to be let in.
struct AccessToken: Sendable {
    /// How long a token is at least, in bytes: too long to be guessed.
    static let lengthLimit = 16

    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Whether a text is the token; how long it takes tells nothing but the text's length.
    func matches(_ given: some StringProtocol) -> Bool {
        var difference: UInt8 = given.utf8.count == bytes.count ? 0 : 1
        for (index, byte) in given.utf8.enumerated() { difference |= byte ^ bytes[index % bytes.count] }
        return difference == 0
    }
}
