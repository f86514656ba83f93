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
        let near = targets.features(around: R.collection)
        guard near.contains(where: { !$0.manifest.mayChangeRecords(person) }) else { return }
        let all = near + [targets.feature(ofCollection: R.collection)].compactMap(\.self)
        var (steps, removed) = ([(collection: R.collection, ids: ids)], [R.collection: Set(ids)])
        var rest = Referrer.limit
        while let step = steps.popLast() {
            for target in all {
                guard let type = target.type else { continue }
                let isAllowed = target.manifest.mayChangeRecords(person)
                for (field, reference) in type.references
                where targets.type(of: reference.feature)?.collection == step.collection
                    && (reference.onDelete == .cascade || reference.onDelete == .clear && !isAllowed)
                {
                    let named = try await resources.ids(
                        naming: step.ids, in: field, of: type, limit: isAllowed ? rest : 0)
                    guard named.isEmpty || isAllowed else {
                        throw FeatureError(
                            .forbidden,
                            "You may not change \(target.manifest.title), and some of them name what you are removing.")
                    }
                    rest -= named.count
                    guard rest >= 0 else {
                        throw FeatureError(
                            .forbidden,
                            "More than \(Referrer.limit.grouped) records would follow, and you may not change all of them."
                        )
                    }
                    let new = Set(named).subtracting(removed[type.collection] ?? [])
                    guard !new.isEmpty else { continue }
                    removed[type.collection, default: []].formUnion(new)
                    steps.append((type.collection, Array(new)))
                }
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
    /// Returns the keys of the records of a type that name records with some keys.
    ///
    /// - Parameter limit: The number of keys after which one more ends the reading.
    fileprivate func ids<T: Record>(
        naming ids: [String], in field: FieldDescription, of type: T.Type, limit: Int
    ) async throws -> [String] {
        guard let feature = targets.feature(ofCollection: T.collection)?.feature,
            let collection = try storedRecords(of: type).sharedCollection
        else { return [] }
        var found: [String] = []
        for start in stride(from: 0, to: ids.count, by: 500) where found.count <= limit {
            let part = ids[start..<min(start + 500, ids.count)].map { FieldValue.text($0) }
            let query = try RecordQuery(feature.index(of: type), filters: [field.name: part])
            var cursor: RecordCursor?
            repeat {
                let page = try await collection.page(matching: query, after: cursor, limit: min(1000, limit + 1))
                found += page.records.map(\.id)
                cursor = page.next
            } while cursor != nil && found.count <= limit
        }
        return found
    }
}
