import ArgumentParser
import FeatureKit

// The format of a token file.

extension AccessTokens {
    /// Reads the content of a token file.
    ///
    /// Each line has a name, a token and optional roles: `kim 6fd0… keeper,helper`, or `*` for every role. Empty lines
    /// and lines that begin with `#` are skipped. A file with one token alone has one person with every role.
    ///
    /// - Parameters:
    ///   - content: The content of the file.
    ///   - file: What messages call the file.
    /// - Throws: `ValidationError` with the number of the first wrong line. The message quotes nothing of the file, because
    ///   a word in the wrong place may be a token.
    init(readingFile content: String, named file: String) throws {
        self.init()
        var names: Set<String> = []
        var bareLine: Int?
        let lines = content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            var line = line
            // Editors may begin a file with a byte order mark.
            if number == 1, line.unicodeScalars.first == "\u{FEFF}" {
                line = Substring(line.unicodeScalars.dropFirst())
            }
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            func refuse(_ reason: String) -> ValidationError { ValidationError("\(file), line \(number): \(reason)") }
            if let bareLine { throw ValidationError("\(file), line \(bareLine): \(Self.lineRule)") }
            guard words.count > 1 else {
                guard isEmpty else { throw refuse(Self.lineRule) }
                bareLine = number
                if let refusal = Self.refusal(of: first) { throw refuse(refusal) }
                _ = add(first, of: Self.onlyPerson)
                continue
            }
            guard words.count <= 3 else { throw refuse(Self.lineRule) }
            guard Person.isName(first) else {
                throw refuse("the name must have 1 to 200 bytes and no control characters")
            }
            if let refusal = Self.refusal(of: words[1]) { throw refuse(refusal) }
            guard let roles = Self.roles(words.count > 2 ? words[2] : "") else {
                throw refuse(
                    "expected roles like keeper,helper of lower-case letters, digits and '-', or * for every role")
            }
            guard names.insert(String(first)).inserted else { throw refuse("an earlier line has the same name") }
            guard add(words[1], of: Person(id: String(first), roles: roles)) else {
                throw refuse("an earlier line has the same token")
            }
        }
        guard !isEmpty else { throw ValidationError("\(file) contains no token; \(Self.lineRule)") }
    }

    /// Returns why a token is refused; `nil` if it is good.
    static func refusal(of token: some StringProtocol) -> String? {
        guard token.utf8.count < lengthLimit else { return nil }
        return "the access token is shorter than \(lengthLimit) bytes and could be guessed; make one with "
            + "'openssl rand -hex 16'"
    }

    private static let lineRule = "expected lines like NAME TOKEN ROLE,ROLE, or one token alone"

    /// Returns the roles of a line; `nil` if they are malformed.
    private static func roles(_ word: Substring) -> Person.Roles? {
        guard !word.isEmpty else { return .some([]) }
        guard word != "*" else { return .all }
        return roles(word.split(separator: ",", omittingEmptySubsequences: false)).map { .some($0) }
    }

    /// Returns the roles with the given names; `nil` if one is malformed.
    static func roles(_ words: [Substring]) -> Set<String>? {
        guard words.allSatisfy({ String($0).isLowercaseName }) else { return nil }
        return Set(words.map(String.init))
    }
}
