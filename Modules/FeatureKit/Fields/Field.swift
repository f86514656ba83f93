/// A typed key of a value that a person or a client gives: an action's argument or a launch's option.
///
/// Declare it once; a value that is read through it has its type and has passed its rule:
///
/// ```swift
/// static let age = Field<Int>("age", "Age", range: 0...30)
/// static let note = Field<String?>("note", "Note", length: 0...2000, lines: 1...40)     // optional, several lines
/// static let volume = Field<Int>("volume", "Volume", range: 0...100, step: 5, slider: true)
/// static let tags = Field<[String]>("tags", "Tags", length: 1...20)
///
/// let years = try input[Dog.age]                                                        // Int
/// ```
///
/// Every field is of a ``FieldType``. Its initializers demand that and not the type itself: a constraint on the type would
/// make each start of a program search for every such conformance.
public struct Field<Value>: Sendable, Hashable {
    /// The field without its type.
    public let description: FieldDescription
}

extension Field where Value: FieldType {
    /// Every rule that a field can have.
    fileprivate struct Rule {
        var length: ClosedRange<Int>?
        var lines: ClosedRange<Int>?
        var count: ClosedRange<Int>?
        var range: FieldDescription.Bounds<FieldValue>?
        var step: FieldValue?
        var isSlider = false
        var other: String?
    }

    fileprivate init(
        _ name: String, _ title: String, rule: Rule, default defaultValue: Value? = nil, help: String?,
        helpElsewhere: String? = nil, local: Bool = false
    ) {
        // No constraint can say this: Swift allows one conditional conformance of Array.
        precondition(
            Value.fieldKind != .texts || Value.self == [String].self || Value.self == [String]?.self,
            "the field '\(name)' cannot hold \(Value.self): a list holds String or an enumeration of texts")
        description = FieldDescription(
            name: name, title: title, kind: Value.fieldKind, length: rule.length.map { .init($0) },
            lines: rule.lines.map { .init($0) }, count: rule.count.map { .init($0) }, range: rule.range,
            step: rule.step, isSlider: rule.isSlider, choices: Value.fieldChoices, other: rule.other,
            required: Value.isFieldRequired, defaultValue: defaultValue?.fieldValue, help: help,
            helpElsewhere: helpElsewhere, isLocal: local)
    }

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The key: a letter, then letters, digits, `-` or `_`.
    ///   - title: The label that a person reads.
    ///   - defaultValue: The value that is taken when none is given.
    ///   - help: One sentence for people who hesitate.
    ///   - local: For an option: whether it is for the command line alone.
    public init(
        _ name: String, _ title: String, default defaultValue: Value? = nil, help: String? = nil, local: Bool = false
    ) {
        self.init(name, title, rule: Rule(), default: defaultValue, help: help, local: local)
    }

    /// Creates a choice that takes other texts too, though only from the command line.
    ///
    /// - Parameters:
    ///   - name: The key: a letter, then letters, digits, `-` or `_`.
    ///   - title: The label that a person reads.
    ///   - other: The other text that it takes, as help names it: `PATH`.
    ///   - defaultValue: The value that is taken when none is given.
    ///   - help: One sentence for people who hesitate.
    ///   - helpElsewhere: The help for clients that cannot give other texts, where it differs.
    public init(
        _ name: String, _ title: String, other: String, default defaultValue: Value, help: String? = nil,
        helpElsewhere: String? = nil
    ) {
        self.init(
            name, title, rule: Rule(other: other), default: defaultValue, help: help, helpElsewhere: helpElsewhere)
    }
}

// One initializer a rule, each for a type and its optional: Swift has no way to say both at once.

extension Field where Value == String {
    /// Creates a text field of a length counted in characters.
    ///
    /// It refuses line breaks, more than 30 combining marks in a row and, with a length of at least 1, text that is invisible.
    public init(
        _ name: String, _ title: String, length: ClosedRange<Int>, default defaultValue: String? = nil,
        help: String? = nil, local: Bool = false
    ) {
        self.init(name, title, rule: Rule(length: length), default: defaultValue, help: help, local: local)
    }

    /// Creates a field for text of several lines, of a length counted in characters; a line break is one character.
    ///
    /// Every kind of line break is taken as LF. An empty text has one line.
    public init(
        _ name: String, _ title: String, length: ClosedRange<Int>, lines: ClosedRange<Int>,
        default defaultValue: String? = nil, help: String? = nil, local: Bool = false
    ) {
        self.init(
            name, title, rule: Rule(length: length, lines: lines), default: defaultValue, help: help, local: local)
    }
}

extension Field where Value == String? {
    /// Creates an optional text field of a length counted in characters.
    public init(_ name: String, _ title: String, length: ClosedRange<Int>, help: String? = nil) {
        self.init(name, title, rule: Rule(length: length), help: help)
    }

    /// Creates an optional field for text of several lines, of a length counted in characters.
    public init(
        _ name: String, _ title: String, length: ClosedRange<Int>, lines: ClosedRange<Int>, help: String? = nil
    ) {
        self.init(name, title, rule: Rule(length: length, lines: lines), help: help)
    }
}

extension Field where Value == [String] {
    /// Creates a field for several texts, none twice and none empty.
    ///
    /// - Parameters:
    ///   - name: The key: a letter, then letters, digits, `-` or `_`.
    ///   - title: The label that a person reads, in the plural.
    ///   - count: How many texts there may be; any number unless it says so.
    ///   - length: How long each may be, in characters.
    ///   - defaultValue: The value that is taken when none is given.
    ///   - help: One sentence for people who hesitate.
    ///   - local: For an option: whether it is for the command line alone.
    public init(
        _ name: String, _ title: String, count: ClosedRange<Int>? = nil, length: ClosedRange<Int>,
        default defaultValue: [String]? = nil, help: String? = nil, local: Bool = false
    ) {
        self.init(
            name, title, rule: Rule(length: length, count: count), default: defaultValue, help: help, local: local)
    }
}

extension Field where Value == [String]? {
    /// Creates an optional field for several texts, none twice and none empty.
    public init(
        _ name: String, _ title: String, count: ClosedRange<Int>? = nil, length: ClosedRange<Int>, help: String? = nil
    ) {
        self.init(name, title, rule: Rule(length: length, count: count), help: help)
    }
}

extension Field {
    /// Creates a field for several choices, none twice.
    public init<Choice: FieldType & CaseIterable>(
        _ name: String, _ title: String, count: ClosedRange<Int>, default defaultValue: Value? = nil,
        help: String? = nil, local: Bool = false
    ) where Value == [Choice] {
        self.init(name, title, rule: Rule(count: count), default: defaultValue, help: help, local: local)
    }

    /// Creates an optional field for several choices, none twice.
    public init<Choice: FieldType & CaseIterable>(
        _ name: String, _ title: String, count: ClosedRange<Int>, help: String? = nil
    ) where Value == [Choice]? {
        self.init(name, title, rule: Rule(count: count), help: help)
    }
}

extension Field where Value == Secret {
    /// Creates a field for text that nothing shows again, of a length counted in characters.
    public init(_ name: String, _ title: String, length: ClosedRange<Int>, help: String? = nil) {
        self.init(name, title, rule: Rule(length: length), help: help)
    }
}

extension Field where Value == Secret? {
    /// Creates an optional field for text that nothing shows again; left empty in a form it is not given.
    public init(_ name: String, _ title: String, length: ClosedRange<Int>, help: String? = nil) {
        self.init(name, title, rule: Rule(length: length), help: help)
    }
}

extension Field where Value: FieldType & Comparable {
    /// Creates a field of numbers, dates, moments or durations within a range.
    public init(
        _ name: String, _ title: String, range: ClosedRange<Value>, default defaultValue: Value? = nil,
        help: String? = nil, local: Bool = false
    ) {
        self.init(
            name, title, rule: Rule(range: .init(values: range)), default: defaultValue, help: help, local: local)
    }
}

extension Field where Value: FieldType & Comparable & Numeric {
    /// Creates a field of numbers within a range, at equal distances from its smallest.
    ///
    /// - Parameters:
    ///   - name: The key: a letter, then letters, digits, `-` or `_`.
    ///   - title: The label that a person reads.
    ///   - range: The smallest and the largest number.
    ///   - step: The distance between two numbers, greater than 0.
    ///   - slider: Whether front ends show it as a slider.
    ///   - defaultValue: The value that is taken when none is given.
    ///   - help: One sentence for people who hesitate.
    ///   - local: For an option: whether it is for the command line alone.
    public init(
        _ name: String, _ title: String, range: ClosedRange<Value>, step: Value, slider: Bool = false,
        default defaultValue: Value? = nil, help: String? = nil, local: Bool = false
    ) {
        self.init(
            name, title, rule: Rule(range: .init(values: range), step: step.fieldValue, isSlider: slider),
            default: defaultValue, help: help, local: local)
    }
}

extension Field {
    /// Creates an optional field of numbers, dates, moments or durations within a range.
    public init<Wrapped: FieldType & Comparable>(
        _ name: String, _ title: String, range: ClosedRange<Wrapped>, help: String? = nil
    ) where Value == Wrapped? {
        self.init(name, title, rule: Rule(range: .init(values: range)), help: help)
    }

    /// Creates an optional field of numbers within a range, at equal distances from its smallest.
    public init<Wrapped: FieldType & Comparable & Numeric>(
        _ name: String, _ title: String, range: ClosedRange<Wrapped>, step: Wrapped, slider: Bool = false,
        help: String? = nil
    ) where Value == Wrapped? {
        self.init(
            name, title, rule: Rule(range: .init(values: range), step: step.fieldValue, isSlider: slider), help: help)
    }
}

extension FieldDescription.Bounds<FieldValue> {
    /// The bounds of a range as plain values.
    fileprivate init(values range: ClosedRange<some FieldType & Comparable>) {
        self.init(min: range.lowerBound.fieldValue, max: range.upperBound.fieldValue)
    }
}

/// A field of any type, as an ``Action`` and a ``FeatureManifest`` take a list of.
public protocol FieldDeclaration: Sendable {
    /// The field without its type.
    var description: FieldDescription { get }
}

extension Field: FieldDeclaration {}
