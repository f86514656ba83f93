/// A named operation of a feature, which people and clients perform with arguments.
///
/// Declare an action once, list it in the manifest, and give the scene a handler for it:
///
/// ```swift
/// static let adopt = Action("adopt", "Adopt a dog", done: "was adopted", fields: Dog.name, Dog.breed, Dog.age)
/// ```
public struct Action: Sendable, Hashable, Codable {
    /// The action's name: a lower-case letter, then lower-case letters, digits or `-`.
    public let name: String
    /// The text of the action's buttons and menu items.
    public let title: String
    /// The end of the sentence with which front ends say that a call has succeeded, such as `was adopted`.
    ///
    /// The sentence begins with the title of the row or the record that the call has made or changed: `Rex was adopted.`
    /// With `nil`, or if the call has no such row, front ends say the title: `Adopt a dog: done`.
    public let done: String?
    /// The fields of the action's arguments, in the order in which front ends ask for them.
    public private(set) var fields: [FieldDescription]

    /// Declares an action.
    ///
    /// - Parameters:
    ///   - name: The action's name: a lower-case letter, then lower-case letters, digits or `-`.
    ///   - title: The text of the action's buttons and menu items.
    ///   - done: The end of the sentence that says a success, such as `was adopted`; ``done``.
    ///   - fields: The fields of the action's arguments, in the order in which front ends ask for them.
    public init(_ name: String, _ title: String, done: String? = nil, fields: any FieldDeclaration...) {
        self.init(name, title, done: done, fields: fields)
    }

    /// Declares an action with a list of fields, for example all fields of a record.
    public init(_ name: String, _ title: String, done: String? = nil, fields: [any FieldDeclaration]) {
        self.init(name, title, done: done, described: fields.map(\.description))
    }

    /// Declares an action with descriptions of fields.
    package init(_ name: String, _ title: String, done: String? = nil, described fields: [FieldDescription]) {
        (self.name, self.title, self.done, self.fields) = (name, title, done, fields)
    }

    /// The action for remote clients: without local fields, and with choices that accept only their listed texts.
    var withoutLocalParts: Action {
        var copy = self
        copy.fields = fields.compactMap(\.withoutLocalParts)
        return copy
    }
}
