/// The way in which a value breaks a field's rule; ``FieldDescription/advice(for:)`` puts it into words for a person.
enum FieldFault {
    /// Nothing was given, or nothing that can be read as the field's kind.
    case unreadable
    /// A number, a date, a moment or a duration is out of its range or between its steps.
    case outOfRange
    case tooShort
    case tooLong
    case invisible
    case hasNUL
    case hasTooManyMarks
    case hasLineBreak
    case tooFewLines
    case tooManyLines
    case tooFewItems
    case tooManyItems
    case repeated(String)
    /// One of several texts breaks its rule.
    indirect case item(String, FieldFault)
}

/// Why one field's value was refused.
package struct FieldRefusal: Error, Hashable {
    /// The exact rule, for programs and authors, without the field's name: `expected …, got …`.
    package let message: String
    /// The sentence that says to a person what to do about it, like "Choose a breed".
    package let advice: String
}
