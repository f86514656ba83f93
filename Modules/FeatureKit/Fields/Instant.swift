#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

// Swift 6.3 finds the members of C's times in this module of the toolchain.
#if canImport(SwiftOverlayShims)
    import SwiftOverlayShims
#endif

/// A moment in UTC with a precision of milliseconds, in the years 1 to 9999.
///
/// ```swift
/// static let due = Field<Instant>("due", "Due")
///
/// let moment = Instant("2026-11-22T20:46:49+01:00")     // 2026-11-22T19:46:49.000Z
/// ```
public struct Instant: Sendable, Hashable {
    /// The milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let millisecondsSince1970: Int

    private static let millisecondsADay = 86_400_000

    /// The current moment, by the clock of the operating system.
    public static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
        return Instant(bounding: milliseconds)
    }

    /// Creates a moment, the first or the last one for a number outside the years 1 to 9999.
    package init(bounding milliseconds: Int) {
        millisecondsSince1970 = min(max(milliseconds, -62_135_596_800_000), 253_402_300_799_999)
    }

    /// Creates a moment.
    ///
    /// Returns `nil` outside the years 1 to 9999.
    public init?(millisecondsSince1970 milliseconds: Int) {
        guard (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds) else { return nil }
        millisecondsSince1970 = milliseconds
    }

    /// Parses a moment like `2026-11-22T19:46:49Z`, a `date-time` of RFC 3339, section 5.6.
    ///
    /// Returns `nil` for any other text.
    ///
    /// Any offset is allowed. Digits beyond milliseconds are dropped. A leap second becomes the following second.
    public init?(_ text: String) {
        self.init(text, needsOffset: true)
    }

    /// Parses a moment that a person entered.
    ///
    /// The seconds may be missing. Without an offset, the moment is in UTC.
    package init?(typed text: String) {
        self.init(text, needsOffset: false)
    }

    private init?(_ text: String, needsOffset: Bool) {
        var digits = InstantScanner(text)
        guard let year = digits.number(4), digits.take("-"), let month = digits.number(2), digits.take("-"),
            let day = digits.number(2), let date = CalendarDate(year: year, month: month, day: day),
            digits.take("T") || digits.take("t") || digits.take(" "),
            let hour = digits.number(2), hour < 24, digits.take(":"), let minute = digits.number(2), minute < 60
        else { return nil }
        var (second, fraction) = (0, 0)
        if digits.take(":") {
            guard let number = digits.number(2), number <= 60 else { return nil }
            second = number
            if digits.take(".") {
                guard let number = digits.milliseconds() else { return nil }
                fraction = number
            }
        } else if needsOffset {
            return nil
        }
        guard let offset = !needsOffset && digits.isAtEnd ? 0 : digits.offset(), digits.isAtEnd else { return nil }
        let minutes = hour * 60 + minute - offset
        // A leap second can only be the last second of a day in UTC.
        guard second < 60 || (minutes + 1).isMultiple(of: 24 * 60) else { return nil }
        self.init(
            millisecondsSince1970: date.daysSince1970 * Self.millisecondsADay + (minutes * 60 + second) * 1000
                + (second < 60 ? fraction : 0))
    }
}

extension Instant: CustomStringConvertible, Comparable {
    /// The moment as `2026-11-22T19:46:49.000Z`.
    public var description: String { text(separator: "T") + "Z" }

    /// The moment as text for people, like `2026-11-22 19:46 UTC`.
    ///
    /// The text contains the seconds only if they are not 0.
    package var shownText: String {
        var text = text(separator: " ")
        for ending in [".000", ":00"] where text.hasSuffix(ending) { text.removeLast(ending.count) }
        return text + " UTC"
    }

    /// The moment in the format of a browser's `datetime-local` control.
    package var controlText: String { text(separator: "T") }

    private func text(separator: String) -> String {
        let milliseconds = millisecondsSince1970
        let days = (milliseconds >= 0 ? milliseconds : milliseconds - Self.millisecondsADay + 1) / Self.millisecondsADay
        let rest = milliseconds - days * Self.millisecondsADay
        func padded(_ number: Int, to width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { padded($0, to: 2) }
        let fraction = padded(rest % 1000, to: 3)
        return "\(CalendarDate(daysSince1970: days))\(separator)\(time.joined(separator: ":")).\(fraction)"
    }

    /// Returns whether the first moment is before the second moment.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }
}

extension Instant: FieldType {
    /// The kind of a field with this type.
    public static var fieldKind: FieldKind { .instant }
    /// Creates a value of this type from a ``FieldValue``.
    ///
    /// Returns `nil` if the ``FieldValue`` cannot be converted to this type.
    public init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(text)
    }
    /// The value converted to a ``FieldValue``.
    public var fieldValue: FieldValue? { .text(description) }
}

extension Instant: Codable {
    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let instant = Instant(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "expected a date and time like 2026-11-22T19:46:49Z")
        }
        self = instant
    }

    /// Encodes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Scans the bytes of a moment's text.
private struct InstantScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips the next byte if it equals the given byte.
    ///
    /// Returns whether it has skipped the byte.
    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: byte) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func digit() -> Int? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest.removeFirst()
        return Int(byte - UInt8(ascii: "0"))
    }

    /// Parses a number with exactly `count` digits.
    mutating func number(_ count: Int) -> Int? {
        var number = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// Parses the 1 to 20 digits of a fraction of a second, and returns whole milliseconds.
    mutating func milliseconds() -> Int? {
        var (milliseconds, count) = (0, 0)
        while let digit = digit() {
            if count < 3 { milliseconds = milliseconds * 10 + digit }
            count += 1
        }
        guard (1...20).contains(count) else { return nil }
        return milliseconds * [1: 100, 2: 10][count, default: 1]
    }

    /// Parses an offset like `Z`, `+01:00` or `-05:30`, and returns it in minutes ahead of UTC.
    mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isBehind = rest.first == UInt8(ascii: "-")
        guard take("+") || take("-"), let hours = number(2), hours < 24, take(":"), let minutes = number(2),
            minutes < 60
        else { return nil }
        return (isBehind ? -1 : 1) * (hours * 60 + minutes)
    }
}

extension CalendarDate {
    /// The number of days since 1970-01-01.
    fileprivate var daysSince1970: Int {
        // In this calculation a year begins in March, so a leap day is the last day of its year.
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }

    /// Creates the date that is a number of days after 1970-01-01.
    ///
    /// The resulting date must be in the years 1 to 9999.
    fileprivate init(daysSince1970 days: Int) {
        // Count the days from 0000-03-01, in cycles of 400 years. The count is never negative, because year 1 begins
        // later.
        let all = days + 719_468
        let (cycle, day) = (all / 146_097, all % 146_097)
        let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let isLate = month >= 10
        self.init(
            uncheckedYear: cycle * 400 + year + (isLate ? 1 : 0), month: isLate ? month - 9 : month + 3,
            day: dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
