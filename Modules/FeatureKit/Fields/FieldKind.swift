/// The kind of value that a field accepts.
///
/// The kind decides the JSON type, the control in a form, and how text is parsed.
public enum FieldKind: String, Sendable, Hashable, CaseIterable {
    /// Any text; a JSON string.
    case text
    /// A whole number in 64 bits; a JSON integer.
    case integer
    /// A finite number in double precision; a JSON number.
    case decimal
    /// A Boolean; JSON `true` or `false`.
    ///
    /// The texts `true`, `yes`, `on` and `1` mean `true`; `false`, `no`, `off` and `0` mean `false`.
    case boolean
    /// One of a fixed set of texts; a JSON string.
    case choice
    /// A day of the Gregorian calendar as `2026-11-21` (RFC 3339 `full-date`); a JSON string.
    case date
    /// A duration like `250ms`, `2s`, `1.5m` or `1h`; a JSON string.
    case duration
    /// A moment as `2026-11-22T19:46:49.000Z` (RFC 3339 `date-time`, in UTC); a JSON string.
    case instant
    /// Several different texts; a JSON array of strings.
    ///
    /// Queries, forms and commands repeat the field's name for each text.
    case texts
    /// Several different texts of a fixed set; a JSON array of strings.
    case choices
    /// A text that clients send to the feature and that is never shown; a JSON string.
    case secret

    /// The key of a record of another feature, named by ``FieldDescription/reference``; a JSON string.
    case reference

    /// Whether a value is a list of texts.
    package var isList: Bool { self == .texts || self == .choices }
}

extension FieldKind: Codable {
    /// Decodes the value from its wire format.
    ///
    /// An unknown kind decodes as ``text``.
    public init(from decoder: any Decoder) throws {
        self = FieldKind(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .text
    }
}
