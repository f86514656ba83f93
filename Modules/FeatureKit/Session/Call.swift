/// One call of an action by a front end.
///
/// A call that names a form contains only the fields that differ from the form's values. The session takes all other
/// fields from the form. A call without a form gets the default of each field that it leaves out, or keeps the record's
/// value if its action ``Action/Effect/edits``. An emptied field has no value.
public struct Call: Sendable, Hashable {
    /// The action's name.
    public var action: String
    /// The values of the action's fields, by field name.
    ///
    /// Each value has the JSON type of its field.
    public var arguments: [String: FieldValue]
    /// The names of the fields that the caller emptied.
    ///
    /// In JSON their value is `null`.
    public var emptied: Set<String>
    /// The id of the form that the call comes from; `nil` if the call does not come from a form.
    public var form: String?

    /// Creates a call.
    public init(
        _ action: String, _ arguments: [String: FieldValue] = [:], emptied: Set<String> = [], form: String? = nil
    ) {
        (self.action, self.arguments, self.emptied, self.form) = (action, arguments, emptied, form)
    }

    /// The names of the fields that the caller gave or emptied.
    package var changed: Set<String> { emptied.union(arguments.keys) }
}
