public import FeatureKit

/// A flat value with a key, described by fields.
///
/// A feature keeps its data in a store as records.
///
/// Each property except `id` has a field with the same name. The field's kind and rules apply to records in files and
/// to input from people.
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
/// - ``update(with:)``
public protocol Record: Codable, Hashable, Sendable, Identifiable where ID == String {
    /// The name of the collection in the store. The default is the type's name.
    static var collection: String { get }

    /// A field for each property except `id`. The order of the fields is the order of the columns.
    static var fields: [any FieldDeclaration] { get }

    /// The records that fill a new store.
    ///
    /// This property has no default. A default would silently replace a `sample` that has a wrong type or access level.
    static var sample: [Self] { get }

    /// The record's key, unique in its collection.
    var id: String { get }

    /// A text that no other record of the collection may have, or `nil` if the record has no such text.
    ///
    /// The default is `nil`. The store refuses a record whose unique key is already taken.
    var uniqueKey: String? { get }

    /// The names of fields that named records of other features in an earlier version of the program, and do not any more.
    ///
    /// The store keeps a reference as long as no program says this, since versions with and without a field run at the same
    /// time while a program is replaced. Until then the rule of the field acts: a record that still has a value there is
    /// cleared or removed together with the named one, or keeps it from being removed, and no other text can be stored there.
    /// Name the field here when the last program that has it is gone. The default is none.
    static var formerReferences: [String] { get }
    /// How long the history of the records is kept. The default is a year.
    static var history: RecordHistory { get }
}

extension Record {
    /// The default name of the collection: the name of the type.
    ///
    /// This is the text of `String(describing: Self.self)`. That initializer would first look for conformances of the
    /// type, which takes longer than reading a page of records.
    public static var collection: String { _typeName(Self.self, qualified: false) }

    /// The default: none.
    public static var formerReferences: [String] { [] }

    /// The default: a year.
    public static var history: RecordHistory { RecordHistory() }

    /// The default, `nil`: the record has no unique text besides its key.
    public var uniqueKey: String? { nil }
}
