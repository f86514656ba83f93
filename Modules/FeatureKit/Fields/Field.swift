/// The declaration of a value that a person or a client enters: a field of an action or an option of a feature.
///
/// Declare a field once. A value that you read with the field has the field's Swift type and has passed the field's
/// rule:
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
/// `Value` must be a ``FieldType``. Only the initializers require this conformance. If the struct required it, every
/// program would search for all such conformances when it starts.
public struct Field<Value>: Sendable, Hashable {
    /// The description of the field without its Swift type.
    public internal(set) var description: FieldDescription

    /// Returns the field with a role.
    ///
    /// ```swift
    /// static let member = Field<String>("member", "Member").role(.row)
    /// ```
    public func role(_ role: FieldDescription.Role) -> Field {
        var field = self
        field.description.role = role
        return field
    }

    /// Returns the field of a record under a new name: stores keep its values under the older name.
    ///
    /// Programs with the older version of the feature and programs with the newer one can share a store. Files with the
    /// older name are imported too.
    ///
    /// ```swift
    /// Field<Int>("priority", "Priority").formerly("rank")
    /// ```
    ///
    /// - Parameter name: The name under which stores keep the values.
    public func formerly(_ name: String) -> Field {
        var field = self
        field.description.storedName = name
        return field
    }

    /// Returns the field of a record whose value is a part of the record's title.
    ///
    /// Words about a record that is not on the screen, such as those about an undo, name it by its title: the values of
    /// these fields, in their order. Without such a field, the title is the value of the first field with the kind `text`.
    public func inTitle() -> Field {
        var field = self
        field.description.isInTitle = true
        return field
    }
}

extension Field where Value: FieldType {
    /// The values of all rules that a field can have.
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
        // A generic constraint cannot express this check, because Array can conform to FieldType only once.
        precondition(
            Value.fieldKind != .texts || Value.self == [String].self || Value.self == [String]?.self,
            "the field '\(name)' cannot have the type \(Value.self); use an array of String or of choices")
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
    ///   - name: The field's name: a letter, then letters, digits, `-` or `_`.
    ///   - title: The label for people.
    ///   - defaultValue: The value that the field gets if the caller gives no value.
    ///   - help: One sentence that helps a person to fill in the field.
    ///   - local: For an option: whether only the command line offers it.
    public init(
        _ name: String, _ title: String, default defaultValue: Value? = nil, help: String? = nil, local: Bool = false
    ) {
        self.init(name, title, rule: Rule(), default: defaultValue, help: help, local: local)
    }

    /// Creates a field for a choice that also accepts texts outside its list.
    ///
    /// Only the command line can give such texts.
    ///
    /// - Parameters:
    ///   - name: The field's name: a letter, then letters, digits, `-` or `_`.
    ///   - title: The label for people.
    ///   - other: The placeholder in help, such as `PATH`, for a text outside the list.
    ///   - defaultValue: The value that the field gets if the caller gives no value.
    ///   - help: One sentence that helps a person to fill in the field.
    ///   - helpElsewhere: The help for clients that cannot give texts outside the list; `nil` if it equals `help`.
    public init(
        _ name: String, _ title: String, other: String, default defaultValue: Value, help: String? = nil,
        helpElsewhere: String? = nil
    ) {
        self.init(
            name, title, rule: Rule(other: other), default: defaultValue, help: help, helpElsewhere: helpElsewhere)
    }
}

// There is one initializer for each rule and type. Optional types need their own initializers, because one signature
// cannot cover both a type and its optional.

extension Field where Value == String {
    /// Creates a field for one line of text.
    ///
    /// The length is counted in characters.
    ///
    /// The field refuses line breaks and more than 30 combining marks in a row. If the smallest length is at least 1,
    /// it also refuses a text that has no visible character.
    public init(
        _ name: String, _ title: String, length: ClosedRange<Int>, default defaultValue: String? = nil,
        help: String? = nil, local: Bool = false
    ) {
        self.init(name, title, rule: Rule(length: length), default: defaultValue, help: help, local: local)
    }

    /// Creates a field for several lines of text.
    ///
    /// The length is counted in characters; a line break is one character.
    ///
    /// The field replaces every kind of line break with LF. An empty text counts as one line.
    public init(
        _ name: String, _ title: String, length: ClosedRange<Int>, lines: ClosedRange<Int>,
        default defaultValue: String? = nil, help: String? = nil, local: Bool = false
    ) {
        self.init(
            name, title, rule: Rule(length: length, lines: lines), default: defaultValue, help: help, local: local)
    }
}

extension Field where Value == String? {
    /// Creates an optional field for one line of text.
    ///
    /// The length is counted in characters.
    public init(_ name: String, _ title: String, length: ClosedRange<Int>, help: String? = nil) {
        self.init(name, title, rule: Rule(length: length), help: help)
    }

    /// Creates an optional field for several lines of text.
    ///
    /// The length is counted in characters.
    public init(
        _ name: String, _ title: String, length: ClosedRange<Int>, lines: ClosedRange<Int>, help: String? = nil
    ) {
        self.init(name, title, rule: Rule(length: length, lines: lines), help: help)
    }
}

extension Field where Value == [String] {
    /// Creates a field for several texts.
    ///
    /// The texts must differ from each other, and no text may be empty.
    ///
    /// - Parameters:
    ///   - name: The field's name: a letter, then letters, digits, `-` or `_`.
    ///   - title: The label for people, in the plural.
    ///   - count: The smallest and the greatest number of texts; `nil` for any number.
    ///   - length: The length of each text in characters.
    ///   - defaultValue: The value that the field gets if the caller gives no value.
    ///   - help: One sentence that helps a person to fill in the field.
    ///   - local: For an option: whether only the command line offers it.
    public init(
        _ name: String, _ title: String, count: ClosedRange<Int>? = nil, length: ClosedRange<Int>,
        default defaultValue: [String]? = nil, help: String? = nil, local: Bool = false
    ) {
        self.init(
            name, title, rule: Rule(length: length, count: count), default: defaultValue, help: help, local: local)
    }
}

extension Field where Value == [String]? {
    /// Creates an optional field for several texts.
    ///
    /// The texts must differ from each other, and no text may be empty.
    public init(
        _ name: String, _ title: String, count: ClosedRange<Int>? = nil, length: ClosedRange<Int>, help: String? = nil
    ) {
        self.init(name, title, rule: Rule(length: length, count: count), help: help)
    }
}

extension Field {
    /// Creates a field for a list of different choices.
    public init<Choice: FieldType & CaseIterable>(
        _ name: String, _ title: String, count: ClosedRange<Int>, default defaultValue: Value? = nil,
        help: String? = nil, local: Bool = false
    ) where Value == [Choice] {
        self.init(name, title, rule: Rule(count: count), default: defaultValue, help: help, local: local)
    }

    /// Creates an optional field for a list of different choices.
    public init<Choice: FieldType & CaseIterable>(
        _ name: String, _ title: String, count: ClosedRange<Int>, help: String? = nil
    ) where Value == [Choice]? {
        self.init(name, title, rule: Rule(count: count), help: help)
    }
}

extension Field where Value == Secret {
    /// Creates a field for a secret text.
    ///
    /// The length is counted in characters.
    public init(_ name: String, _ title: String, length: ClosedRange<Int>, help: String? = nil) {
        self.init(name, title, rule: Rule(length: length), help: help)
    }
}

extension Field where Value == Secret? {
    /// Creates an optional field for a secret text.
    ///
    /// If the field is left empty in a form, its value is `nil`.
    public init(_ name: String, _ title: String, length: ClosedRange<Int>, help: String? = nil) {
        self.init(name, title, rule: Rule(length: length), help: help)
    }
}

extension Field where Value: FieldType & Comparable {
    /// Creates a field for a number, a date, a moment or a duration within a range.
    public init(
        _ name: String, _ title: String, range: ClosedRange<Value>, default defaultValue: Value? = nil,
        help: String? = nil, local: Bool = false
    ) {
        self.init(
            name, title, rule: Rule(range: .init(values: range)), default: defaultValue, help: help, local: local)
    }
}

extension Field where Value: FieldType & Comparable & Numeric {
    /// Creates a field for a number within a range.
    ///
    /// Each allowed number is the smallest number plus a multiple of the step.
    ///
    /// - Parameters:
    ///   - name: The field's name: a letter, then letters, digits, `-` or `_`.
    ///   - title: The label for people.
    ///   - range: The smallest and the largest number.
    ///   - step: The distance between two allowed numbers, greater than 0.
    ///   - slider: Whether front ends show the field as a slider.
    ///   - defaultValue: The value that the field gets if the caller gives no value.
    ///   - help: One sentence that helps a person to fill in the field.
    ///   - local: For an option: whether only the command line offers it.
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
    /// Creates an optional field for a number, a date, a moment or a duration within a range.
    public init<Wrapped: FieldType & Comparable>(
        _ name: String, _ title: String, range: ClosedRange<Wrapped>, help: String? = nil
    ) where Value == Wrapped? {
        self.init(name, title, rule: Rule(range: .init(values: range)), help: help)
    }

    /// Creates an optional field for a number within a range.
    ///
    /// Each allowed number is the smallest number plus a multiple of the step.
    public init<Wrapped: FieldType & Comparable & Numeric>(
        _ name: String, _ title: String, range: ClosedRange<Wrapped>, step: Wrapped, slider: Bool = false,
        help: String? = nil
    ) where Value == Wrapped? {
        self.init(
            name, title, rule: Rule(range: .init(values: range), step: step.fieldValue, isSlider: slider), help: help)
    }
}

extension FieldDescription.Bounds<FieldValue> {
    /// Creates bounds from a range, with its ends converted to ``FieldValue``.
    fileprivate init(values range: ClosedRange<some FieldType & Comparable>) {
        self.init(min: range.lowerBound.fieldValue, max: range.upperBound.fieldValue)
    }
}
