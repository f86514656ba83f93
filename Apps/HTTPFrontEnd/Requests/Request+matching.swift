import HTTPTypes
import Hummingbird

extension Request {
    /// Whether the client has got already what an entity tag stands for (RFC 9110, 13.1.2).
    func matches(_ tag: String) -> Bool {
        headers[values: .ifNoneMatch].joined(separator: ",").split(separator: ",").contains { given in
            let given = given.trimmingPrefix { $0.isWhitespace }.trimmingPrefix("W/")
            return given == tag || given == "*"
        }
    }

    /// The revisions of which a session must show one, for what is asked to be done; `nil` if any will do.
    ///
    /// Tags are compared as a whole: a weak one matches nothing (RFC 9110, 13.1.1).
    var expectedRevisions: Set<Int>? {
        guard let field = headers[.ifMatch] else { return nil }
        let tags = field.split(separator: ",").map(\.trimmingWhitespace)
        guard !tags.contains("*") else { return nil }
        return Set(
            tags.compactMap { tag in
                guard tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
                return Int(tag.dropFirst().dropLast())
            })
    }
}
