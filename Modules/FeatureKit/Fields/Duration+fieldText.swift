extension Duration {
    /// Reads a length of time: a number that is not negative and a unit, `ms`, `s`, `m` or `h`, as in `250ms` or `1.5m`.
    ///
    /// Not more than 1,000 hours; finer than a millisecond is rounded to nanoseconds. `nil` for anything else, a bare
    /// number too: nobody should have to guess its unit.
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

    /// The duration in the largest of the units `h`, `m`, `s` and `ms` that gives a whole number, else in milliseconds
    /// with a fraction.
    public var fieldText: String {
        let (seconds, attoseconds) = components
        guard attoseconds == 0 else {
            let sign = self < .zero ? "-" : ""
            let milliseconds = abs(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
            let rest = abs(attoseconds % 1_000_000_000_000_000)
            guard rest > 0 else { return "\(sign)\(milliseconds)ms" }
            // Digit by digit: a small Double is written with an exponent, which ``Duration/init(fieldText:)`` does not read.
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
