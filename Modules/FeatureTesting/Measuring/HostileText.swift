/// Texts that are expensive to compare.
///
/// Code that reads untrusted text must refuse such a text or process it in linear time.
package enum HostileText: String, CaseIterable, Sendable {
    /// One run of combining marks in alternating order. The time to sort the marks grows with the square of their
    /// number.
    case oneRun
    /// A run like ``oneRun``, in which every second mark (U+0F73) has combining class 0 and decomposes into two marks.
    case hiddenRun
    /// Several runs of the maximum allowed length.
    case allowedRuns

    /// Returns a text of this kind with about the given number of bytes.
    package func text(ofBytes count: Int) -> String {
        switch self {
        case .oneRun: "e" + String(repeating: "\u{301}\u{323}", count: count / 4)
        case .hiddenRun: "\u{F40}" + String(repeating: "\u{F73}\u{323}", count: count / 5)
        case .allowedRuns:
            String(repeating: "e" + String(repeating: "\u{301}\u{323}", count: 15), count: count / 61 + 1)
        }
    }

    /// Returns a JSON string with about the given number of bytes, with every UTF-16 unit escaped.
    package func json(ofBytes count: Int) -> String {
        let escaped = text(ofBytes: count / 3).utf16.map { unit in
            "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
        }
        return "\"\(escaped.joined())\""
    }
}
