/// A day of the proleptic Gregorian calendar, without a time or a time zone, from year 1 to 9999.
public struct CalendarDate: Sendable, Hashable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Creates a date; `nil` if there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
        let isLeapYear = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates the date of a day that exists.
    init(uncheckedYear year: Int, month: Int, day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Reads `2026-11-21`, the `full-date` of RFC 3339, section 5.6; `nil` for anything else.
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

    /// Whether the first comes before the second.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate: FieldType {
    /// The kind that describes it to front ends.
    public static var fieldKind: FieldKind { .date }
    /// Reads a plain value; `nil` if it is of another type.
    public init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(text)
    }
    /// The plain value.
    public var fieldValue: FieldValue? { .text(description) }
}

extension CalendarDate: Codable {
    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = CalendarDate(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a date like 2026-11-21")
        }
        self = date
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
