/// What sort of value a field takes; it decides the JSON type, the control in a form and how typed text is read.
public enum FieldKind: String, Sendable, Hashable, Codable, CaseIterable {
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
}
