/// Texts that are expensive to compare: what readers of bytes from outside must refuse, or read in linear time.
package enum HostileText: String, CaseIterable, Sendable {
    /// One run of combining marks whose order alternates: sorting them takes the square of its length.
    case oneRun
    /// The same with marks of class 0 that decompose into two others (U+0F73).
    case hiddenRun
    /// Runs as long as they may be.
    case allowedRuns

    /// Returns about so many bytes of such text.
    package func text(ofBytes count: Int) -> String {
        switch self {
        case .oneRun: "e" + String(repeating: "\u{301}\u{323}", count: count / 4)
        case .hiddenRun: "\u{F40}" + String(repeating: "\u{F73}\u{323}", count: count / 5)
        case .allowedRuns:
            String(repeating: "e" + String(repeating: "\u{301}\u{323}", count: 15), count: count / 61 + 1)
        }
    }

    /// Returns a JSON string of about so many bytes of such text, each scalar escaped where it can be.
    package func json(ofBytes count: Int) -> String {
        let escaped = text(ofBytes: count / 3).utf16.map { unit in
            "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
        }
        return "\"\(escaped.joined())\""
    }
}
