/// The reason why a value breaks a field's rule.
///
/// ``FieldDescription/advice(for:)`` returns the text that tells a person how to correct the value.
enum FieldFault {
    /// The value is missing, or cannot be parsed as the field's kind.
    case unreadable
    /// A number, a date, a moment or a duration is outside its range, or a number is between two steps.
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
    /// A text in a list breaks the rule for a single text. The second value is the fault of that text.
    indirect case item(String, FieldFault)
}

/// The refusal of one field's value.
package struct FieldRefusal: Error, Hashable {
    /// The exact rule, for programs and authors, without the field's name: `expected …, got …`.
    package let message: String
    /// The sentence that tells a person what to do, such as "Choose a breed".
    package let advice: String
}
