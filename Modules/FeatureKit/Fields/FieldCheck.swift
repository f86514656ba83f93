/// The result of a check of one field's value.
///
/// It is used instead of `Result`. The first use of a generic type searches all conformances of the program, which would
/// lengthen every start.
package enum FieldCheck: Hashable {
    /// The value obeys the field's rule. The value is in the field's canonical format.
    case success(FieldValue)
    /// The value is refused.
    case failure(FieldRefusal)

    /// Returns the value.
    ///
    /// - Throws: The refusal of the value.
    package func get() throws(FieldRefusal) -> FieldValue {
        switch self {
        case .success(let value): return value
        case .failure(let refusal): throw refusal
        }
    }
}
