/// Something that a person or a client can ask of a running feature.
///
/// Declare it once, list it in the manifest, and give the scene a handler for it:
///
/// ```swift
/// static let adopt = Action("adopt", "Adopt a dog", fields: Dog.name, Dog.breed, Dog.age)
/// ```
public struct Action: Sendable, Hashable, Codable {
    /// The key of the action: a lower-case letter, then lower-case letters, digits or `-`.
    public let name: String
    /// What a button or a menu says.
    public let title: String
    /// What must or may be given with it, in the order to ask for it.
    public private(set) var fields: [FieldDescription]

    /// Declares an action.
    ///
    /// - Parameters:
    ///   - name: A lower-case letter, then lower-case letters, digits or `-`.
    ///   - title: What a button or a menu says.
    ///   - fields: What must or may be given, in the order to ask for it.
    public init(_ name: String, _ title: String, fields: any FieldDeclaration...) {
        self.init(name, title, fields: fields)
    }

    /// Declares an action with a list of fields, such as all those of a record.
    public init(_ name: String, _ title: String, fields: [any FieldDeclaration]) {
        self.name = name
        self.title = title
        self.fields = fields.map(\.description)
    }

    /// The action as clients from elsewhere may see it: without local fields and local values of fields.
    var withoutLocalParts: Action {
        var copy = self
        copy.fields = fields.compactMap(\.withoutLocalParts)
        return copy
    }
}
