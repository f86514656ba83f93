/// A plain value of a field, in inputs, in rows and in JSON.
///
/// Six cases are enough for every ``FieldKind``, because a choice, a date, a moment and a duration are texts in a fixed
/// format.
///
/// JSON has only one type of number. A `decimal` without a fraction is therefore decoded as an `integer`. A field of
/// the kind `decimal` accepts a value of either case.
public enum FieldValue: Sendable, Hashable {
    /// A text.
    ///
    /// The text can also be the raw value of a choice, a date like `2026-11-21`, a moment like
    /// `2026-11-22T19:46:49.000Z` or a duration like `250ms`.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A finite number.
    case decimal(Double)
    /// A Boolean.
    case boolean(Bool)
    /// Several different texts.
    case texts([String])
    /// A secret text.
    ///
    /// It is never shown, and JSON leaves it out.
    case secret(Secret)
}

extension FieldValue: CustomStringConvertible {
    /// The value as text for people, like `Rex`, `3`, `1.5` or `true`.
    ///
    /// A whole decimal number has no fraction: `15`. Several texts are separated by commas.
    public var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .decimal(let number):
            // A larger number is not exact, so its digits would say too much.
            number == number.rounded() && number.magnitude < 0x1p53 ? String(Int64(number)) : String(number)
        case .boolean(let flag): String(flag)
        case .texts(let texts): texts.joined(separator: ", ")
        case .secret(let secret): secret.description
        }
    }

    /// Returns the value as text for people, in the way that a field's kind is shown.
    ///
    /// A moment is shown like `2026-11-22 19:46 UTC`. All other kinds are shown as ``description``.
    package func shownText(as kind: FieldKind?) -> String {
        if kind == .instant, let instant = Instant(fieldValue: self) { return instant.shownText }
        return description
    }

    /// The texts that represent the value in queries, forms and commands.
    ///
    /// The value of a list has one text for each item. A secret has no texts. Any other value has one text.
    package var typedTexts: [String] {
        switch self {
        case .texts(let texts): texts
        case .secret: []
        case .text, .integer, .decimal, .boolean: [description]
        }
    }

    /// The value that a client sends to a host.
    ///
    /// A secret is converted to its text. Any other value is unchanged.
    package var revealed: FieldValue {
        if case .secret(let secret) = self { .text(secret.text) } else { self }
    }

    /// The text of the value in a form's control.
    ///
    /// Several texts are on separate lines. A secret is empty.
    package var formText: String {
        switch self {
        case .texts(let texts): texts.joined(separator: "\n")
        case .secret: ""
        case .text, .integer, .decimal, .boolean: description
        }
    }

    /// The value as error messages show it.
    ///
    /// A text is quoted and shortened. A secret is not shown.
    package var quoted: String {
        switch self {
        case .text(let text): FieldValue.quote(text)
        case .texts: "an array"
        case .secret: "secret text"
        case .integer, .decimal, .boolean: description
        }
    }

    /// Returns a text in quotes for a message, truncated after 60 characters or 240 bytes.
    ///
    /// The limit in bytes is applied first, because a single character can have any number of bytes. Only a short text
    /// is then split into characters. Even a text that ``StreamSafeText`` refuses can therefore be quoted.
    package static func quote(_ text: String) -> String {
        let shown = text.prefix(utf8Count: 240).prefix(60)
        return shown.utf8.count < text.utf8.count ? "\"\(shown)…\"" : "\"\(text)\""
    }
}

extension FieldValue: Codable {
    /// Decodes the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .decimal(number)
        } else if let texts = try? container.decode([String].self) {
            self = .texts(texts)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    /// Encodes the value in its wire format.
    ///
    /// A secret is encoded as `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .decimal(let number): try container.encode(number)
        case .boolean(let flag): try container.encode(flag)
        case .texts(let texts): try container.encode(texts)
        case .secret: try container.encodeNil()
        }
    }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// Creates a text from a string literal.
    public init(stringLiteral value: String) { self = .text(value) }
}

extension FieldValue: ExpressibleByIntegerLiteral {
    /// Creates a whole number from an integer literal.
    public init(integerLiteral value: Int) { self = .integer(value) }
}

extension FieldValue: ExpressibleByFloatLiteral {
    /// Creates a decimal number from a floating-point literal.
    public init(floatLiteral value: Double) { self = .decimal(value) }
}

extension FieldValue: ExpressibleByBooleanLiteral {
    /// Creates a Boolean from a Boolean literal.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
