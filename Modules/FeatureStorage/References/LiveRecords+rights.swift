import FeatureKit

extension LiveRecords {
    /// Checks that a person may change or remove the records that the removal of others would change or remove.
    ///
    /// The person needs the right to an action of their feature that changes, edits or removes records. Outside of an
    /// action there is no person, and nothing is checked.
    ///
    /// - Parameter ids: The keys of the records to remove.
    /// - Throws: `FeatureError` with the code `forbidden`; ``StorageError``.
    func verifyRight(toRemove ids: [String]) async throws {
        guard let person = RunningAction.current.map(\.person), let targets = collection?.targets,
            let resources = targets.sharedResources
        else { return }
        for target in targets.features(around: R.collection) {
            guard let type = target.type, !target.manifest.mayChangeRecords(person) else { continue }
            for (field, reference) in type.references
            where reference.onDelete != .refuse && targets.type(of: reference.feature)?.collection == R.collection {
                guard try await resources.names(ids, in: field, of: type) else { continue }
                throw FeatureError(
                    .forbidden,
                    "You may not change \(target.manifest.title), and some of them name what you are removing.")
            }
        }
    }
}

extension FeatureManifest {
    /// Whether a person may perform an action that changes, edits or removes records.
    fileprivate func mayChangeRecords(_ person: Person?) -> Bool {
        audience.includes(person)
            && actions.contains { action in
                [.changes, .edits, .removes].contains(action.effect) && action.audience.includes(person)
            }
    }
}

extension RecordResources {
    /// Returns whether a record of a type names one of the records with some keys.
    fileprivate func names<T: Record>(_ ids: [String], in field: FieldDescription, of type: T.Type) async throws -> Bool
    {
        guard let feature = targets.feature(ofCollection: T.collection)?.feature,
            let collection = try storedRecords(of: type).sharedCollection
        else { return false }
        let query = try RecordQuery(feature.index(of: type), filters: [field.name: ids.map { .text($0) }])
        return try await !collection.page(matching: query, after: nil, limit: 1).records.isEmpty
    }
}
