/// A Swift type that a ``Field`` can hold.
///
/// `String`, `Int`, `Double`, `Bool`, `Duration`, ``CalendarDate``, ``Instant`` and ``Secret`` are field types, and so is any
/// enumeration of texts that conforms. An array of texts or of such an enumeration is one too, and an optional of each:
///
/// ```swift
/// enum Breed: String, CaseIterable, FieldType { case bulldog = "Bulldog", doberman = "Doberman" }
///
/// static let breeds = Field<[Breed]>("breeds", "Breeds")
/// ```
public protocol FieldType: Sendable, Hashable {
    /// The kind that describes this type to front ends.
    static var fieldKind: FieldKind { get }
    /// The texts that a `choice` or `choices` may be, in the order to show them; `nil` for every other kind.
    static var fieldChoices: [String]? { get }
    /// Whether a value must be given: `false` for optionals alone.
    static var isFieldRequired: Bool { get }
    /// Reads a value that has passed the field's rule; `nil` when it is not of this type.
    init?(fieldValue: FieldValue?)
    /// The plain value; `nil` where there is none.
    var fieldValue: FieldValue? { get }
}

extension FieldType {
    /// The texts it may be, if it is a choice.
    public static var fieldChoices: [String]? { nil }
    /// Whether a value must be given.
    public static var isFieldRequired: Bool { true }
}

extension String: FieldType {
    /// The kind that describes it to front ends.
    public static var fieldKind: FieldKind { .text }
    /// Reads a plain value; `nil` if it is of another type.
    public init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        self = text
    }
    /// The plain value.
    public var fieldValue: FieldValue? { .text(self) }
}

extension Int: FieldType {
    /// The kind that describes it to front ends.
    public static var fieldKind: FieldKind { .integer }
    /// Reads a plain value; `nil` if it is of another type.
    public init?(fieldValue: FieldValue?) {
        guard case .integer(let number) = fieldValue else { return nil }
        self = number
    }
    /// The plain value.
    public var fieldValue: FieldValue? { .integer(self) }
}

extension Double: FieldType {
    /// The kind that describes it to front ends.
    public static var fieldKind: FieldKind { .decimal }
    /// Reads a plain value; `nil` if it is of another type.
    public init?(fieldValue: FieldValue?) {
        switch fieldValue {
        case .decimal(let number): self = number
        case .integer(let number): self = Double(number)
        default: return nil
        }
    }
    /// The plain value.
    public var fieldValue: FieldValue? { .decimal(self) }
}

extension Bool: FieldType {
    /// The kind that describes it to front ends.
    public static var fieldKind: FieldKind { .boolean }
    /// Reads a plain value; `nil` if it is of another type.
    public init?(fieldValue: FieldValue?) {
        guard case .boolean(let flag) = fieldValue else { return nil }
        self = flag
    }
    /// The plain value.
    public var fieldValue: FieldValue? { .boolean(self) }
}

extension Duration: FieldType {
    /// The kind that describes it to front ends.
    public static var fieldKind: FieldKind { .duration }
    /// Reads a plain value; `nil` if it is of another type.
    public init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(fieldText: text)
    }
    /// The plain value.
    public var fieldValue: FieldValue? { .text(fieldText) }
}

extension Optional: FieldType where Wrapped: FieldType {
    /// The kind that describes it to front ends.
    public static var fieldKind: FieldKind { Wrapped.fieldKind }
    /// The texts it may be, if it is a choice.
    public static var fieldChoices: [String]? { Wrapped.fieldChoices }
    /// Whether a value must be given.
    public static var isFieldRequired: Bool { false }
    /// Reads a plain value; `nil` if it is of another type.
    public init?(fieldValue: FieldValue?) {
        guard let fieldValue else {
            self = .none
            return
        }
        guard let wrapped = Wrapped(fieldValue: fieldValue) else { return nil }
        self = .some(wrapped)
    }
    /// The plain value.
    public var fieldValue: FieldValue? { self?.fieldValue }
}

extension Array: FieldType where Element: FieldType {
    /// The kind that describes it to front ends; ``Field`` refuses elements other than `String` and enumerations of texts.
    public static var fieldKind: FieldKind { Element.fieldKind == .choice ? .choices : .texts }
    /// The texts that its elements may be, if they are choices.
    public static var fieldChoices: [String]? { Element.fieldChoices }
    /// Reads a plain value; `nil` if it is of another type.
    public init?(fieldValue: FieldValue?) {
        guard case .texts(let texts) = fieldValue else { return nil }
        self = []
        for text in texts {
            guard let element = Element(fieldValue: .text(text)) else { return nil }
            append(element)
        }
    }
    /// The plain value.
    public var fieldValue: FieldValue? {
        .texts(compactMap { if case .text(let text) = $0.fieldValue { text } else { nil } })
    }
}

extension FieldType where Self: RawRepresentable & CaseIterable, RawValue == String {
    /// The kind that describes it to front ends.
    public static var fieldKind: FieldKind { .choice }
    /// The texts it may be, if it is a choice.
    public static var fieldChoices: [String]? { allCases.map { $0.rawValue } }  // a key path would be made at run time
    /// Reads a plain value; `nil` if it is of another type.
    public init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(rawValue: text)
    }
    /// The plain value.
    public var fieldValue: FieldValue? { .text(rawValue) }
}
