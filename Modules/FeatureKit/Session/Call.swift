/// One call of an action, as a front end makes it.
///
/// A call that names a form sends only the fields that differ from the form's values; the session fills in the others.
/// A field that is left out is unchanged there, and takes its default elsewhere; an emptied field has no value.
public struct Call: Sendable, Hashable {
    /// The action's name.
    public var action: String
    /// The values of fields, each in its JSON type.
    public var arguments: [String: FieldValue]
    /// The names of fields that the caller emptied; in JSON their value is `null`.
    public var emptied: Set<String>
    /// The id of the form that the call comes from, if it comes from one.
    public var form: String?

    /// Creates a call.
    public init(
        _ action: String, _ arguments: [String: FieldValue] = [:], emptied: Set<String> = [], form: String? = nil
    ) {
        (self.action, self.arguments, self.emptied, self.form) = (action, arguments, emptied, form)
    }

    /// The names of the fields that the caller gave or emptied.
    var changed: Set<String> { emptied.union(arguments.keys) }
}
