/// Something that a running feature does for a person or a client.
///
/// Declare it once, list it in the manifest, and give the scene a handler for it:
///
/// ```swift
/// static let adopt = Action("adopt", "Adopt a dog", fields: Dog.name, Dog.breed, Dog.age)
/// ```
public struct Action: Sendable, Hashable, Codable {
    /// The key of the action: a lower-case letter, then lower-case letters, digits or `-`.
    public let name: String
    /// The words of a button or a menu.
    public let title: String
    /// The values that must or may be given, in the order to ask for them.
    public private(set) var fields: [FieldDescription]

    /// Declares an action.
    ///
    /// - Parameters:
    ///   - name: A lower-case letter, then lower-case letters, digits or `-`.
    ///   - title: The words of a button or a menu.
    ///   - fields: The values that must or may be given, in the order to ask for them.
    public init(_ name: String, _ title: String, fields: any FieldDeclaration...) {
        self.init(name, title, fields: fields)
    }

    /// Declares an action with a list of fields, such as all those of a record.
    public init(_ name: String, _ title: String, fields: [any FieldDeclaration]) {
        self.name = name
        self.title = title
        self.fields = fields.map(\.description)
    }

    /// Declares an action with fields that are described already.
    package init(_ name: String, _ title: String, described fields: [FieldDescription]) {
        (self.name, self.title, self.fields) = (name, title, fields)
    }

    /// The action as clients elsewhere see it: without local fields and local values of fields.
    var withoutLocalParts: Action {
        var copy = self
        copy.fields = fields.compactMap(\.withoutLocalParts)
        return copy
    }
}
