extension Duration {
    /// Parses a duration like `250ms` or `1.5m`: a number of at least 0 and the unit `ms`, `s`, `m` or `h`.
    ///
    /// The duration is at most 1,000 hours, and is rounded to nanoseconds. The result is `nil` for any other text. A
    /// number without a unit is refused too, because its unit would be a guess.
    public init?(fieldText: String) {
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        let digits = fieldText.utf8.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
        guard let first = digits.first, isDigit(first), let last = digits.last, isDigit(last),
            let number = Double(Substring(digits))
        else { return nil }
        let seconds: Double
        switch Substring(fieldText.utf8[digits.endIndex...]) {
        case "ms": seconds = number / 1000
        case "s": seconds = number
        case "m": seconds = number * 60
        case "h": seconds = number * 3600
        default: return nil
        }
        guard seconds <= 3_600_000 else { return nil }
        self = .nanoseconds(Int64((seconds * 1e9).rounded()))
    }

    /// The duration as a whole number of the largest possible unit: `h`, `m`, `s` or `ms`.
    ///
    /// If the duration is not a whole number of milliseconds, the text is a number of milliseconds with a fraction.
    public var fieldText: String {
        let (seconds, attoseconds) = components
        guard attoseconds == 0 else {
            let sign = self < .zero ? "-" : ""
            let milliseconds = abs(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
            let rest = abs(attoseconds % 1_000_000_000_000_000)
            guard rest > 0 else { return "\(sign)\(milliseconds)ms" }
            // Write the digits of an integer, not a Double. A small Double is written with an exponent, which
            // `init(fieldText:)` refuses.
            var digits = String(rest)
            digits = String(repeating: "0", count: 15 - digits.count) + digits
            while digits.last == "0" { digits.removeLast() }
            return "\(sign)\(milliseconds).\(digits)ms"
        }
        switch seconds {
        case 0: return "0s"
        case let seconds where seconds.isMultiple(of: 3600): return "\(seconds / 3600)h"
        case let seconds where seconds.isMultiple(of: 60): return "\(seconds / 60)m"
        default: return "\(seconds)s"
        }
    }
}
