/// The media types that clients can select with `Accept`.
enum MediaType: String, Sendable {
    case json = "application/json"
    case events = "text/event-stream"

    /// Returns whether an `Accept` field allows the type (RFC 9110, 12.5.1).
    ///
    /// The weight of the most specific matching range decides. A field without any valid range allows every type.
    func isAcceptable(to accept: String) -> Bool {
        if accept == "*/*" || accept == rawValue { return true }
        var best: (specificity: Int, weight: Double)?
        var isEmpty = true
        let wholeType = "\(rawValue.prefix { $0 != "/" })/*"
        for range in accept.split(separator: ",") {
            let parts = range.split(separator: ";").map { $0.trimmingWhitespace.lowercased() }
            guard let type = parts.first, type.split(separator: "/").count == 2 else { continue }
            isEmpty = false
            let specificity =
                if type == rawValue { 2 } else if type == wholeType { 1 } else { 0 }
            guard specificity > 0 || type == "*/*" else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            // If two ranges are equally specific, the range with the greater weight decides.
            if let best, (best.specificity, best.weight) >= (specificity, weight) { continue }
            best = (specificity, weight)
        }
        return isEmpty || (best?.weight ?? 0) > 0
    }
}

extension StringProtocol {
    /// The text without spaces and tabs at its start and end.
    var trimmingWhitespace: SubSequence {
        let start = self.drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return start.prefix(0) }
        return start[...last]
    }
}
