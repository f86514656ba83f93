/// The sort of value that a field takes; it decides the JSON type, the control in a form and how typed text is read.
public enum FieldKind: String, Sendable, Hashable, CaseIterable {
    /// Any text; a JSON string.
    case text
    /// A whole number in 64 bits; a JSON integer.
    case integer
    /// A finite number in double precision; a JSON number.
    case decimal
    /// A truth value; JSON `true` or `false`, typed as `true`, `yes`, `on`, `1` or their opposites.
    case boolean
    /// One of a fixed set of texts; a JSON string.
    case choice
    /// A day of the Gregorian calendar as `2026-11-21` (RFC 3339 `full-date`); a JSON string.
    case date
    /// A length of time as `250ms`, `2s`, `1.5m` or `1h`; a JSON string.
    case duration
    /// A moment as `2026-11-22T19:46:49.000Z` (RFC 3339 `date-time`, in UTC); a JSON string.
    case instant
    /// Several texts, none twice; a JSON array of strings. Queries, forms and commands repeat the name.
    case texts
    /// Several of a fixed set of texts, none twice; a JSON array of strings.
    case choices
    /// Text that is only ever sent to the feature and never shown; a JSON string.
    case secret

    /// Whether a value is several texts.
    package var isList: Bool { self == .texts || self == .choices }
}

extension FieldKind: Codable {
    /// Reads the value from its wire format; a kind of a later version reads as ``text``.
    public init(from decoder: any Decoder) throws {
        self = FieldKind(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .text
    }
}
