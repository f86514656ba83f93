/// A day of the proleptic Gregorian calendar in the years 1 to 9999.
///
/// It has no time and no time zone.
public struct CalendarDate: Sendable, Hashable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int

    /// Creates a date.
    ///
    /// Returns `nil` if the day does not exist.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        let isLeapYear = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates a date without checking that the day exists.
    init(uncheckedYear year: Int, month: Int, day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Parses a date like `2026-11-21`, a `full-date` of RFC 3339, section 5.6.
    ///
    /// Returns `nil` for any other text.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [4, 2, 2],
            parts.joined().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = Int(String(Substring(parts[0]))),
            let month = Int(String(Substring(parts[1]))),
            let day = Int(String(Substring(parts[2])))
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

extension CalendarDate: CustomStringConvertible, Comparable {
    /// The date as `2026-11-21`.
    public var description: String {
        func padded(_ number: Int, to width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: width - digits.count) + digits
        }
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }

    /// Returns whether the first date is before the second date.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate: FieldType {
    /// The kind of a field with this type.
    public static var fieldKind: FieldKind { .date }
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

extension CalendarDate: Codable {
    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = CalendarDate(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a date like 2026-11-21")
        }
        self = date
    }

    /// Encodes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
