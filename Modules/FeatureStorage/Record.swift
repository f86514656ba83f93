public import FeatureKit

/// A flat value with a key, described by fields: the unit that a feature stores.
///
/// Each property but `id` has a field with the property's name. The field's kind and rules apply to records in files
/// and to what a person types.
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
    /// The name of the collection in the store. The default is the type's name.
    static var collection: String { get }

    /// A field for each property but `id`, in the order of columns.
    static var fields: [any FieldDeclaration] { get }

    /// The records that fill a new store.
    ///
    /// There is no default: it would silently replace a `sample` of a wrong type or access level.
    static var sample: [Self] { get }

    /// The record's key, unique in its collection.
    var id: String { get }

    /// A text that is unique in the collection; the store enforces it. The default is `nil`: no such text.
    var uniqueKey: String? { get }
}

extension Record {
    /// The type's name.
    public static var collection: String { String(describing: Self.self) }

    /// None.
    public var uniqueKey: String? { nil }
}
