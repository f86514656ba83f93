public import FeatureKit

/// What a feature keeps: a flat value with a key, whose properties are described by fields.
///
/// The fields' names are the property names; their kinds and rules decide how records are read from files and what a
/// person may type. `id` is not among them.
///
/// ```swift
/// struct Dog: Record {
///     static let fields: [any FieldDeclaration] = [Field<String>("name", "Name"), Field<Int>("age", "Age")]
///     static let sample = [Dog(id: "1", name: "Rex", age: 2)]
///     var id: String
///     var name: String
///     var age: Int
/// }
/// ```
///
/// ## Topics
/// - ``fields``
/// - ``sample``
/// - ``values``
/// - ``init(id:values:)``
public protocol Record: Codable, Hashable, Sendable, Identifiable where ID == String {
    /// The name of the collection that a store keeps such records in; the type's name unless it says otherwise.
    static var collection: String { get }

    /// A field for each property but `id`, in the order of columns.
    static var fields: [any FieldDeclaration] { get }

    /// The records that a store begins with which never held any.
    ///
    /// There is no default: one would stand in for a `sample` of another type or access, without a word.
    static var sample: [Self] { get }

    /// The record's key, unique in its collection.
    var id: String { get }

    /// A text that no other record of the collection may have, enforced by the store; `nil`, the default, for none.
    var uniqueKey: String? { get }
}

extension Record {
    /// The type's name.
    public static var collection: String { String(describing: Self.self) }

    /// None.
    public var uniqueKey: String? { nil }
}
