/// A plain value of a field: people type it, rows carry it, JSON transports it.
///
/// Six shapes are enough for every ``FieldKind``: a choice, a date, a moment and a duration are text in a fixed form.
///
/// JSON has one kind of number, so a `decimal` without a fraction reads back as an `integer`; a decimal field accepts
/// both.
public enum FieldValue: Sendable, Hashable {
    /// Text; also the raw value of a choice, a date as `2026-11-21`, a moment as `2026-11-22T19:46:49.000Z` and a duration
    /// as `250ms`.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A finite number.
    case decimal(Double)
    /// A truth value.
    case boolean(Bool)
    /// Several texts, none twice.
    case texts([String])
    /// Text that is not shown; JSON leaves it out.
    case secret(Secret)
}

extension FieldValue: CustomStringConvertible {
    /// The value as a person reads it: `Rex`, `3`, `1.5`, `true`; several texts with commas between them.
    public var description: String {
        switch self {
        case .text(let text): text
        case .integer(let number): String(number)
        case .decimal(let number): String(number)
        case .boolean(let flag): String(flag)
        case .texts(let texts): texts.joined(separator: ", ")
        case .secret(let secret): secret.description
        }
    }

    /// The texts that stand for the value where a name can be repeated: queries, forms and commands.
    ///
    /// There are none for a secret.
    package var typedTexts: [String] {
        switch self {
        case .texts(let texts): texts
        case .secret: []
        case .text, .integer, .decimal, .boolean: [description]
        }
    }

    /// The value as a client sends it to a host: a secret as its text.
    package var revealed: FieldValue {
        if case .secret(let secret) = self { .text(secret.text) } else { self }
    }

    /// The text that stands for the value in a form's control: several texts with one on a line, nothing for a secret.
    package var formText: String { typedTexts.joined(separator: "\n") }

    /// The value as an error message shows it: text in quotes, shortened; a secret not at all.
    package var quoted: String {
        switch self {
        case .text(let text): FieldValue.quote(text)
        case .texts: "an array"
        case .secret: "secret text"
        case .integer, .decimal, .boolean: description
        }
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
        } else if let texts = try? container.decode([String].self) {
            self = .texts(texts)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    /// Writes the value in its wire format; a secret as `null`.
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
