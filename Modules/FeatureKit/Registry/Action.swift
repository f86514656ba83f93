/// A named operation of a feature, which people and clients perform with arguments.
///
/// Declare an action once, list it in the manifest, and give the scene a handler for it:
///
/// ```swift
/// static let adopt = Action("adopt", "Adopt a dog", fields: Dog.name, Dog.breed, Dog.age)
/// ```
public struct Action: Sendable, Hashable, Codable {
    /// The action's name: a lower-case letter, then lower-case letters, digits or `-`.
    public let name: String
    /// The text of the action's buttons and menu items.
    public let title: String
    /// The fields of the action's arguments, in the order in which front ends ask for them.
    public private(set) var fields: [FieldDescription]

    /// Declares an action.
    ///
    /// - Parameters:
    ///   - name: The action's name: a lower-case letter, then lower-case letters, digits or `-`.
    ///   - title: The text of the action's buttons and menu items.
    ///   - fields: The fields of the action's arguments, in the order in which front ends ask for them.
    public init(_ name: String, _ title: String, fields: any FieldDeclaration...) {
        self.init(name, title, fields: fields)
    }

    /// Declares an action with a list of fields, for example all fields of a record.
    public init(_ name: String, _ title: String, fields: [any FieldDeclaration]) {
        self.name = name
        self.title = title
        self.fields = fields.map(\.description)
    }

    /// Declares an action with descriptions of fields.
    package init(_ name: String, _ title: String, described fields: [FieldDescription]) {
        (self.name, self.title, self.fields) = (name, title, fields)
    }

    /// The action for remote clients: without local fields, and with choices that accept only their listed texts.
    var withoutLocalParts: Action {
        var copy = self
        copy.fields = fields.compactMap(\.withoutLocalParts)
        return copy
    }
}
