public import FeatureKit

/// What a store knows about the records of a collection besides their values: their titles, and which of their values
/// name records of other collections.
///
/// A store keeps the declaration with the records. It enforces the references in the transaction of each write, also of a
/// program that lacks the types of the records.
public struct CollectionDeclaration: Sendable, Hashable {
    /// A field whose values are keys of records of a collection.
    public struct Reference: Sendable, Hashable {
        /// The field's name, as the store keeps it.
        public var field: String
        /// The name of the collection whose records the field names.
        public var target: String
        /// What happens to a record whose field names a record that is removed.
        public var onDelete: FieldReference.DeleteRule

        /// Creates a value.
        public init(_ field: String, to target: String, onDelete: FieldReference.DeleteRule) {
            (self.field, self.target, self.onDelete) = (field, target, onDelete)
        }
    }

    /// The names of the fields whose values make the title of a record, in their order.
    public var titleFields: [String]
    /// The references, one for each field at most.
    public var references: [Reference]
    /// The names of fields that were references before and are none any more.
    ///
    /// A store that gets the declaration forgets these references.
    public var formerReferences: [String]

    /// Creates a declaration.
    public init(titleFields: [String] = [], references: [Reference] = [], formerReferences: [String] = []) {
        (self.titleFields, self.references, self.formerReferences) = (titleFields, references, formerReferences)
    }

    /// Returns what a store keeps after this declaration: its references, and those of other fields that the store has.
    ///
    /// The title fields replace those that the store has, unless there are none. The references are in the order of their
    /// fields.
    ///
    /// - Parameter last: The store's declaration.
    /// - Throws: ``StorageError`` if a reference, or a former one, has a name that no field can have.
    public func added(to last: CollectionDeclaration?) throws -> CollectionDeclaration {
        let names = Set(references.map(\.field) + formerReferences)
        for name in names where !name.isFieldName {
            throw StorageError(
                .unusable,
                "the field \(FieldValue.quote(name)) cannot be a reference; expected a letter, and then letters, digits, - and _"
            )
        }
        let others = last?.references.filter { !names.contains($0.field) } ?? []
        return CollectionDeclaration(
            titleFields: titleFields.isEmpty ? last?.titleFields ?? [] : titleFields,
            references: (references + others).sorted { $0.field.utf8.lexicographicallyPrecedes($1.field.utf8) })
    }

    /// Returns the title of a record; its key if it has no title.
    public func title(of row: StoredRow) -> String {
        let texts = titleFields.compactMap { row.values[$0]?.description }.filter { !$0.isEmpty }
        return texts.isEmpty ? row.id : texts.joined(separator: " ")
    }
}

extension CollectionDeclaration.Reference {
    /// Returns whether the field names the records of the same collection.
    package func isLike(_ other: Self) -> Bool { field == other.field && target == other.target }
}

/// A reference that a store has refused to break.
public struct BrokenReference: Sendable, Hashable {
    /// The field that names a record, as the store keeps its name.
    public var field: String
    /// The collection of the records with the field.
    public var source: String
    /// The collection of the named record.
    public var target: String
    /// The key of the named record.
    public var targetID: String
    /// The titles of the first records that name the record, at most three; empty if the named record does not
    /// exist.
    public var titles: [String] = []
    /// The number of the records that name the record; 0 if the named record does not exist.
    public var count = 0

    /// The maximum number of ``titles``.
    package static let titleLimit = 3

    /// Creates a value.
    package init(field: String, source: String, target: String, targetID: String) {
        (self.field, self.source, self.target, self.targetID) = (field, source, target, targetID)
    }

    /// The records in the way, in words: `"Arya Stark", "Bran Stark" and 3 others`.
    package var referrers: String {
        let quoted = titles.map { FieldValue.quote($0) }
        guard count > quoted.count else { return quoted.enumerated }
        let rest = count - quoted.count
        return "\(quoted.joined(separator: ", ")) and \(rest == 1 ? "1 other" : "\(rest.grouped) others")"
    }
}

extension StorageError {
    /// Returns the error for a record that names a record which does not exist.
    package static func missing(_ reference: BrokenReference, in id: String) -> StorageError {
        var error = StorageError(
            .missingReference, rowID: id,
            "the record \(FieldValue.quote(id)) of '\(reference.source)' names the record "
                + "\(FieldValue.quote(reference.targetID)) of '\(reference.target)', which does not exist; choose another"
        )
        error.reference = reference
        return error
    }

    /// Returns the error for the removal of a record that others name.
    package static func inUse(_ reference: BrokenReference) -> StorageError {
        let verb = reference.count == 1 ? "names" : "name"
        var error = StorageError(
            .inUse, rowID: reference.targetID,
            "the record \(FieldValue.quote(reference.targetID)) of '\(reference.target)' stays, because "
                + "\(reference.referrers) of '\(reference.source)' \(verb) it; change or remove them first")
        error.reference = reference
        return error
    }

    /// Returns the error for the removal of a record that too many others name.
    package static func tooManyReferrers(of id: String, in collection: String) -> StorageError {
        StorageError(
            .inUse, rowID: id,
            "the record \(FieldValue.quote(id)) of '\(collection)' stays, because more than "
                + "\(Referrer.limit.grouped) records name it; change or remove some of them first")
    }
}
