public import FeatureKit

/// Finds the titles of the records that records of a type name, for files and texts.
public struct RecordTitles: Sendable {
    /// The fields that name records of features that the host has.
    public let fields: [FieldDescription]
    private let targets: [(field: String, type: any Record.Type)]
    private let store: any RecordStore

    /// Creates an object.
    ///
    /// - Parameters:
    ///   - type: The type of the naming records.
    ///   - registry: The features of the host. If they share no records, there are no titles.
    ///   - store: The store of the named records.
    package init(of type: any Record.Type, in registry: FeatureRegistry, from store: any RecordStore) {
        let known = registry.choices as? RecordTargets
        let found = type.references.compactMap { field, reference in
            known?.type(of: reference.feature).map { (field: field, type: $0) }
        }
        (fields, targets) = (found.map(\.field), found.map { ($0.field.name, $0.type) })
        self.store = store
    }

    /// Returns the titles of the records that the values of some records name, by the field and the key.
    ///
    /// A record that has no title, or no longer exists, is left out.
    ///
    /// - Parameter values: The values of each record, by field name.
    /// - Throws: ``StorageError``.
    public func titles(in values: [[String: FieldValue]]) async throws -> [String: [String: String]] {
        var titles: [String: [String: String]] = [:]
        for (field, type) in targets {
            let ids = Set(values.compactMap { $0[field]?.description })
            guard !ids.isEmpty else { continue }
            let fields = type.fields.map(\.description)
            for row in try await store.named(for: type).rows(of: type.collection, ids: Array(ids)) {
                titles[field, default: [:]][row.id] = fields.title(of: row.values)
            }
        }
        return titles
    }
}
