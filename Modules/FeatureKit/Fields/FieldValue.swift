/// A plain value of a field: what people type, rows carry and JSON transports.
///
/// Four shapes are enough for every ``FieldKind``: a choice, a date and a duration are text in a fixed form.
///
/// JSON has one kind of number, so a `decimal` without a fraction reads back as an `integer`; a decimal field accepts
/// both.
public enum FieldValue: Sendable, Hashable {
    /// Text; also the raw value of a choice, a date as `2026-11-21` and a duration as `250ms`.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A finite number.
    case decimal(Double)
    /// A truth value.
    case boolean(Bool)
}

extension FieldValue: CustomStringConvertible {
    /// The value as a person would type it: `Rex`, `3`, `1.5`, `true`.
    public var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): String(number)
        case .boolean(let flag): String(flag)
        }
    }

    /// The value as an error message shows what was given: text in quotes, shortened, the rest as it is.
    package var quoted: String {
        guard case .text(let text) = self else { return description }
        return FieldValue.quote(text)
    }

    /// Puts a text that a person gave into quotes for a message, cut after 60 characters or 240 bytes.
    ///
    /// Cut by bytes first, so that even what ``StreamSafeText`` refuses can be shown: a character can be of any length.
    package static func quote(_ text: String) -> String {
        let shown = text.prefix(utf8Count: 240).prefix(60)
        return shown.utf8.count < text.utf8.count ? "\"\(shown)…\"" : "\"\(text)\""
    }
}

extension FieldValue: Codable {
    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .decimal(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .decimal(let number): try container.encode(number)
        case .boolean(let flag): try container.encode(flag)
        }
    }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Creates the value from a literal.
    public init(stringLiteral value: String) { self = .text(value) }
}

extension FieldValue: ExpressibleByIntegerLiteral {
    /// Creates the value from a literal.
    public init(integerLiteral value: Int) { self = .integer(value) }
}

extension FieldValue: ExpressibleByFloatLiteral {
    /// Creates the value from a literal.
    public init(floatLiteral value: Double) { self = .decimal(value) }
}

extension FieldValue: ExpressibleByBooleanLiteral {
    /// Creates the value from a literal.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
