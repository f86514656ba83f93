/// A Swift type that the value of a ``Field`` can have.
///
/// `String`, `Int`, `Double`, `Bool`, `Duration`, ``CalendarDate``, ``Instant`` and ``Secret`` are field types. An
/// enumeration with raw values of `String` becomes a field type when it declares the conformance. Arrays of `String`
/// and of such enumerations are field types, and so are the optionals of all these types:
///
/// ```swift
/// enum Breed: String, CaseIterable, FieldType { case bulldog = "Bulldog", doberman = "Doberman" }
///
/// static let breeds = Field<[Breed]>("breeds", "Breeds")
/// ```
public protocol FieldType: Sendable, Hashable {
    /// The kind of a field with this type.
    static var fieldKind: FieldKind { get }
    /// The allowed texts for the kinds `choice` and `choices`, in the order to show them; `nil` for every other kind.
    static var fieldChoices: [String]? { get }
    /// Whether a field with this type must have a value.
    ///
    /// It is `false` only for optionals.
    static var isFieldRequired: Bool { get }
    /// Creates a value of this type from a validated ``FieldValue``.
    ///
    /// Returns `nil` if the ``FieldValue`` cannot be converted to this type.
    init?(fieldValue: FieldValue?)
    /// The value converted to a ``FieldValue``; `nil` for an optional without a value.
    var fieldValue: FieldValue? { get }
}

extension FieldType {
    /// The allowed texts, in the order to show them; `nil` for a type that is not a choice.
    public static var fieldChoices: [String]? { nil }
    /// Whether a field with this type must have a value.
    public static var isFieldRequired: Bool { true }
}

extension String: FieldType {
    /// The kind of a field with this type.
    public static var fieldKind: FieldKind { .text }
    /// Creates a value of this type from a ``FieldValue``.
    ///
    /// Returns `nil` if the ``FieldValue`` cannot be converted to this type.
    public init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        self = text
    }
    /// The value converted to a ``FieldValue``.
    public var fieldValue: FieldValue? { .text(self) }
}

extension Int: FieldType {
    /// The kind of a field with this type.
    public static var fieldKind: FieldKind { .integer }
    /// Creates a value of this type from a ``FieldValue``.
    ///
    /// Returns `nil` if the ``FieldValue`` cannot be converted to this type.
    public init?(fieldValue: FieldValue?) {
        guard case .integer(let number) = fieldValue else { return nil }
        self = number
    }
    /// The value converted to a ``FieldValue``.
    public var fieldValue: FieldValue? { .integer(self) }
}

extension Double: FieldType {
    /// The kind of a field with this type.
    public static var fieldKind: FieldKind { .decimal }
    /// Creates a value of this type from a ``FieldValue``.
    ///
    /// Returns `nil` if the ``FieldValue`` cannot be converted to this type.
    public init?(fieldValue: FieldValue?) {
        switch fieldValue {
        case .decimal(let number): self = number
        case .integer(let number): self = Double(number)
        default: return nil
        }
    }
    /// The value converted to a ``FieldValue``.
    public var fieldValue: FieldValue? { .decimal(self) }
}

extension Bool: FieldType {
    /// The kind of a field with this type.
    public static var fieldKind: FieldKind { .boolean }
    /// Creates a value of this type from a ``FieldValue``.
    ///
    /// Returns `nil` if the ``FieldValue`` cannot be converted to this type.
    public init?(fieldValue: FieldValue?) {
        guard case .boolean(let flag) = fieldValue else { return nil }
        self = flag
    }
    /// The value converted to a ``FieldValue``.
    public var fieldValue: FieldValue? { .boolean(self) }
}

extension Duration: FieldType {
    /// The kind of a field with this type.
    public static var fieldKind: FieldKind { .duration }
    /// Creates a value of this type from a ``FieldValue``.
    ///
    /// Returns `nil` if the ``FieldValue`` cannot be converted to this type.
    public init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(fieldText: text)
    }
    /// The value converted to a ``FieldValue``.
    public var fieldValue: FieldValue? { .text(fieldText) }
}

extension Optional: FieldType where Wrapped: FieldType {
    /// The kind of a field with this type.
    public static var fieldKind: FieldKind { Wrapped.fieldKind }
    /// The allowed texts, in the order to show them; `nil` for a type that is not a choice.
    public static var fieldChoices: [String]? { Wrapped.fieldChoices }
    /// Whether a field with this type must have a value.
    public static var isFieldRequired: Bool { false }
    /// Creates a value of this type from a ``FieldValue``.
    ///
    /// Returns `nil` if the ``FieldValue`` cannot be converted to this type.
    public init?(fieldValue: FieldValue?) {
        guard let fieldValue else {
            self = .none
            return
        }
        guard let wrapped = Wrapped(fieldValue: fieldValue) else { return nil }
        self = .some(wrapped)
    }
    /// The value converted to a ``FieldValue``.
    public var fieldValue: FieldValue? { self?.fieldValue }
}

extension Array: FieldType where Element: FieldType {
    /// The kind of a field with this type.
    ///
    /// ``Field`` accepts only elements of `String` and of `String` enumerations.
    public static var fieldKind: FieldKind { Element.fieldKind == .choice ? .choices : .texts }
    /// The allowed texts of the elements, if the elements are choices.
    public static var fieldChoices: [String]? { Element.fieldChoices }
    /// Creates a value of this type from a ``FieldValue``.
    ///
    /// Returns `nil` if the ``FieldValue`` cannot be converted to this type.
    public init?(fieldValue: FieldValue?) {
        guard case .texts(let texts) = fieldValue else { return nil }
        self = []
        for text in texts {
            guard let element = Element(fieldValue: .text(text)) else { return nil }
            append(element)
        }
    }
    /// The value converted to a ``FieldValue``.
    public var fieldValue: FieldValue? {
        .texts(compactMap { if case .text(let text) = $0.fieldValue { text } else { nil } })
    }
}

extension FieldType where Self: RawRepresentable & CaseIterable, RawValue == String {
    /// The kind of a field with this type.
    public static var fieldKind: FieldKind { .choice }
    /// The allowed texts, in the order to show them; `nil` for a type that is not a choice.
    public static var fieldChoices: [String]? { allCases.map { $0.rawValue } }  // faster than a key path
    /// Creates a value of this type from a ``FieldValue``.
    ///
    /// Returns `nil` if the ``FieldValue`` cannot be converted to this type.
    public init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(rawValue: text)
    }
    /// The value converted to a ``FieldValue``.
    public var fieldValue: FieldValue? { .text(rawValue) }
}
