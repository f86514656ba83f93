/// A field without its Swift type, as front ends, manifests and documents need it.
///
/// From a description come command-line arguments and help, form controls, schemas and the very basic validation that
/// happens before a presenter is asked. Its JSON leaves out what is absent.
public struct FieldDescription: Sendable, Hashable {
    /// A smallest and a largest value, both allowed; an absent one leaves that side open.
    public struct Bounds<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
        /// The smallest value allowed.
        public var min: Value?
        /// The largest value allowed.
        public var max: Value?

        /// Creates the bounds of a range.
        package init(_ range: ClosedRange<Value>) where Value: Comparable {
            self.init(min: range.lowerBound, max: range.upperBound)
        }

        /// Creates bounds; an absent one leaves its side open.
        package init(min: Value?, max: Value?) {
            (self.min, self.max) = (min, max)
        }
    }

    /// The key of the value: a letter, then letters, digits, `-` or `_`; as a property is spelled.
    public var name: String
    /// The label that a person reads.
    public var title: String
    /// The kind of value.
    public var kind: FieldKind
    /// How long a text may be, in characters (extended grapheme clusters); of several texts, each.
    public var length: Bounds<Int>?
    /// How many lines a text may have; `nil` for a text of one line, which refuses line breaks.
    public var lines: Bounds<Int>?
    /// How many texts or choices there may be.
    public var count: Bounds<Int>?
    /// How small and large a number, a date, a moment or a duration may be.
    public var range: Bounds<FieldValue>?
    /// The distance between the numbers that are allowed, counted from the smallest of the ``range``.
    public var step: FieldValue?
    /// Whether front ends show a number as a slider.
    public var isSlider: Bool
    /// The texts that a choice may be.
    public var choices: [String]?
    /// Another text that a choice may be, named as in help (`PATH`); for the command line alone.
    public var other: String?
    /// Whether a value must be given; not the same as having no default.
    public var required: Bool
    /// The value that is taken when none is given.
    public var defaultValue: FieldValue?
    /// One sentence for people who hesitate.
    public var help: String?
    /// The ``help`` for clients that cannot give ``other`` texts.
    var helpElsewhere: String?
    /// Whether an option stands in no manifest that leaves the machine: it is for the command line alone.
    public var isLocal: Bool

    /// The description as a client from elsewhere may see it: without ``other``; `nil` for a local option.
    package var withoutLocalParts: FieldDescription? {
        guard !isLocal else { return nil }
        var copy = self
        copy.other = nil
        if let helpElsewhere { copy.help = helpElsewhere }
        copy.helpElsewhere = nil
        return copy
    }
}

extension FieldDescription: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, title, kind, length, lines, count, range, step, choices, other, required
        case isSlider = "slider"
        case defaultValue = "default"
        case help
        case isLocal = "local"
    }

    /// Reads the value from its wire format.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        title = try container.decode(String.self, forKey: .title)
        kind = try container.decode(FieldKind.self, forKey: .kind)
        length = try container.decodeIfPresent(Bounds<Int>.self, forKey: .length)
        lines = try container.decodeIfPresent(Bounds<Int>.self, forKey: .lines)
        count = try container.decodeIfPresent(Bounds<Int>.self, forKey: .count)
        range = try container.decodeIfPresent(Bounds<FieldValue>.self, forKey: .range)
        step = try container.decodeIfPresent(FieldValue.self, forKey: .step)
        isSlider = try container.decodeIfPresent(Bool.self, forKey: .isSlider) ?? false
        choices = try container.decodeIfPresent([String].self, forKey: .choices)
        other = try container.decodeIfPresent(String.self, forKey: .other)
        required = try container.decode(Bool.self, forKey: .required)
        defaultValue = try container.decodeIfPresent(FieldValue.self, forKey: .defaultValue)
        help = try container.decodeIfPresent(String.self, forKey: .help)
        isLocal = try container.decodeIfPresent(Bool.self, forKey: .isLocal) ?? false
    }

    /// Writes the value in its wire format.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(title, forKey: .title)
        try container.encode(kind, forKey: .kind)
        try container.encodeIfPresent(length, forKey: .length)
        try container.encodeIfPresent(lines, forKey: .lines)
        try container.encodeIfPresent(count, forKey: .count)
        try container.encodeIfPresent(range, forKey: .range)
        try container.encodeIfPresent(step, forKey: .step)
        if isSlider { try container.encode(true, forKey: .isSlider) }
        try container.encodeIfPresent(choices, forKey: .choices)
        try container.encodeIfPresent(other, forKey: .other)
        try container.encode(required, forKey: .required)
        try container.encodeIfPresent(defaultValue, forKey: .defaultValue)
        try container.encodeIfPresent(help, forKey: .help)
        if isLocal { try container.encode(true, forKey: .isLocal) }
    }
}
