import HTTPTypes
import Hummingbird

extension Request {
    /// Returns whether `If-None-Match` lists an entity tag, so that the client already has the content (RFC 9110,
    /// 13.1.2).
    func matches(_ tag: String) -> Bool {
        headers[values: .ifNoneMatch].joined(separator: ",").split(separator: ",").contains { given in
            let given = given.trimmingPrefix { $0.isWhitespace }.trimmingPrefix("W/")
            return given == tag || given == "*"
        }
    }

    /// Parses the revisions in `If-Match`; `nil` if the field is missing or contains `*`.
    ///
    /// A weak tag matches nothing (RFC 9110, 13.1.1).
    ///
    /// - Throws: ``Problem`` (400) for a field that is neither `*` nor a list of tags (RFC 9110, 8.8.3 and 5.6.1).
    func readExpectedRevisions() throws(Problem) -> Set<Int>? {
        guard let field = headers[.ifMatch] else { return nil }
        var revisions: Set<Int> = []
        var isAny = false
        var rest = field[...]
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            guard !rest.isEmpty else { return isAny ? nil : revisions }
            if rest.first == "*" {
                isAny = true
                rest = rest.dropFirst()
            } else {
                let isWeak = rest.hasPrefix("W/")
                let parts = rest.dropFirst(isWeak ? 2 : 0)
                    .split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
                guard parts.count == 3, parts[0].isEmpty else { throw Request.malformedTag(in: field) }
                // A tag of the person's rights may follow the revision.
                if !isWeak, let revision = Int(parts[1].prefix { $0 != "-" }) { revisions.insert(revision) }
                rest = parts[2]
            }
            rest = rest.drop(while: \.isWhitespace)
            guard rest.isEmpty || rest.first == "," else { throw Request.malformedTag(in: field) }
        }
    }

    private static func malformedTag(in field: String) -> Problem {
        Problem(
            .badRequest, "If-Match: expected entity tags, in quotes as ETag gives them, or *; got \(field.quoted)")
    }
}
