/// A typed key of a value that a person or a client gives: an action's argument or a launch's option.
///
/// Declare it once; what is read through it has its type and has passed its rule:
///
/// ```swift
/// static let age = Field<Int>("age", "Age", range: 0...30)
/// static let note = Field<String?>("note", "Note", length: 0...200)     // an optional type: need not be given
///
/// let years = try input[Dog.age]                                        // Int
/// ```
///
/// Every field is of a ``FieldType``; that its initializers ask for it and not the type itself spares each start of a
/// program the search for every such conformance.
public struct Field<Value>: Sendable, Hashable {
    /// The field without its type.
    public let description: FieldDescription
}

extension Field where Value: FieldType {
    fileprivate init(
        _ name: String, _ title: String, length: ClosedRange<Int>? = nil,
        range: FieldDescription.Bounds<FieldValue>? = nil, other: String? = nil, default defaultValue: Value?,
        help: String?, helpElsewhere: String? = nil, local: Bool
    ) {
        description = FieldDescription(
            name: name, title: title, kind: Value.fieldKind, length: length.map { .init($0) }, range: range,
            choices: Value.fieldChoices, other: other, required: Value.isFieldRequired,
            defaultValue: defaultValue?.fieldValue, help: help, helpElsewhere: helpElsewhere, isLocal: local)
    }

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The key: a letter, then letters, digits, `-` or `_`.
    ///   - title: The label that a person reads.
    ///   - defaultValue: What is taken when nothing is given.
    ///   - help: One sentence for people who hesitate.
    ///   - local: For an option: whether it is for the command line alone.
    public init(
        _ name: String, _ title: String, default defaultValue: Value? = nil, help: String? = nil, local: Bool = false
    ) {
        self.init(
            name, title, length: nil, range: nil, other: nil, default: defaultValue, help: help, local: local)
    }

    /// Creates a choice that takes other texts too, though only from the command line.
    ///
    /// - Parameters:
    ///   - name: The key: a letter, then letters, digits, `-` or `_`.
    ///   - title: The label that a person reads.
    ///   - other: What else it takes, as help names it: `PATH`.
    ///   - defaultValue: What is taken when nothing is given.
    ///   - help: One sentence for people who hesitate.
    ///   - helpElsewhere: The same for who cannot give other texts, where it differs.
    public init(
        _ name: String, _ title: String, other: String, default defaultValue: Value, help: String? = nil,
        helpElsewhere: String? = nil
    ) {
        self.init(
            name, title, length: nil, range: nil, other: other, default: defaultValue, help: help,
            helpElsewhere: helpElsewhere, local: false)
    }
}

// One initializer a rule, each for a type and its optional: Swift has no way to say both at once.

extension Field where Value == String {
    /// Creates a field for one line of text, of a length counted in characters.
    ///
    /// It refuses line breaks, more than 30 combining marks in a row and, with a length of at least 1, text that is invisible.
    public init(
        _ name: String, _ title: String, length: ClosedRange<Int>, default defaultValue: String? = nil,
        help: String? = nil, local: Bool = false
    ) {
        self.init(
            name, title, length: length, range: nil, other: nil, default: defaultValue, help: help, local: local)
    }
}

extension Field where Value == String? {
    /// Creates an optional text field of a length counted in characters.
    public init(_ name: String, _ title: String, length: ClosedRange<Int>, help: String? = nil) {
        self.init(name, title, length: length, range: nil, other: nil, default: nil, help: help, local: false)
    }
}

extension Field where Value: FieldType & Comparable {
    /// Creates a field of numbers, dates or durations within a range.
    public init(
        _ name: String, _ title: String, range: ClosedRange<Value>, default defaultValue: Value? = nil,
        help: String? = nil, local: Bool = false
    ) {
        let bounds = FieldDescription.Bounds(min: range.lowerBound.fieldValue, max: range.upperBound.fieldValue)
        self.init(
            name, title, length: nil, range: bounds, other: nil, default: defaultValue, help: help, local: local)
    }
}

extension Field {
    /// Creates an optional field of numbers, dates or durations within a range.
    public init<Wrapped: FieldType & Comparable>(
        _ name: String, _ title: String, range: ClosedRange<Wrapped>, help: String? = nil
    ) where Value == Wrapped? {
        let bounds = FieldDescription.Bounds(min: range.lowerBound.fieldValue, max: range.upperBound.fieldValue)
        self.init(name, title, length: nil, range: bounds, other: nil, default: nil, help: help, local: false)
    }
}

/// A field of any type: what an ``Action`` and a ``FeatureManifest`` take a list of.
public protocol FieldDeclaration: Sendable {
    /// The field without its type.
    var description: FieldDescription { get }
}

extension Field: FieldDeclaration {}
