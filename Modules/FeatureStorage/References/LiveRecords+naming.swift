public import FeatureKit

/// The titles of the records that others name, by the feature and the key.
typealias ReferenceTitles = [String: [String: String]]

extension LiveRecords {
    /// Shows what has changed, with the titles of the records that the shown ones name.
    func showNamed() async {
        await nameReferences()
        show()
    }

    /// Finds the titles of the records that the shown ones and the shown history name.
    ///
    /// Reads only records that were not named before. If reading fails, they are shown with their keys.
    func nameReferences() async {
        guard !references.isEmpty, let targets = collection?.targets, let store = collection?.store.unnamed else {
            return
        }
        for (feature, ids) in shownReferences() {
            let known = (titles[feature] ?? [:]).filter { ids.contains($0.key) }
            let unknown = ids.filter { known[$0] == nil }
            var found: [String: String] = [:]
            if !unknown.isEmpty {
                found =
                    (try? await targets.titles(
                        of: unknown, in: feature, for: R.collection, from: store)) ?? [:]
            }
            titles[feature] = known.merging(found) { $1 }
        }
    }

    /// Returns the keys that the shown records and the shown history name, by the feature.
    private func shownReferences() -> [String: Set<String>] {
        var all = place == .list ? list?.records.map(\.values) ?? [] : []
        all += (shownRecord?.values ?? shownMisfit?.values).map { [$0] } ?? []
        all += history.flatMap { [$0.before, $0.after] }
        var ids: [String: Set<String>] = [:]
        for (field, reference) in references {
            ids[reference.feature, default: []].formUnion(query?.references(in: field.name) ?? [])
            for values in all {
                if case .text(let id) = values[field.name] { ids[reference.feature, default: []].insert(id) }
            }
        }
        return ids
    }

    /// Shows the new title of a record that the shown ones name.
    ///
    /// - Parameters:
    ///   - feature: The feature of the record.
    ///   - change: The record's key and its title; `nil` if changes were missed.
    func follow(_ change: (id: String, title: String)?, of feature: String) async {
        guard let change else {
            titles[feature] = nil
            return await showNamed()
        }
        guard let old = titles[feature]?[change.id], old != change.title else { return }
        titles[feature]?[change.id] = change.title
        if isLoaded, !hasFailed { show() }
    }

    /// Returns a record with the titles of the records that it names.
    func named(_ record: Stored<R>) -> Stored<R> {
        guard !references.isEmpty else { return record }
        var record = record
        record.titles = titles
        return record
    }

    /// The records' collection in the store; `nil` for a copy, and for a service of another type.
    var collection: RecordCollection<R>? {
        service as? RecordCollection<R> ?? (service as? Records<R>)?.sharedCollection
    }

    /// Returns the values of a record with titles in place of the keys of other records, for texts.
    package func shownValues(_ values: [String: FieldValue]) -> [String: FieldValue] {
        guard !references.isEmpty else { return values }
        var values = values
        for (field, reference) in references {
            guard case .text(let id) = values[field.name], let title = titles[reference.feature]?[id] else { continue }
            values[field.name] = .text(title)
        }
        return values
    }

    /// Returns the link to the record that a value of a field names; `nil` if the host lacks its feature.
    package func link(of field: FieldDescription, _ value: FieldValue?) -> FeatureLink? {
        guard let feature = field.reference?.feature, let value else { return nil }
        return collection?.targets?.link(to: value, in: feature)
    }
}

extension Stored {
    /// Returns the title of the record that a field names; its key if its title is unknown, and `nil` if the field has no
    /// value.
    public func title(of field: some FieldDeclaration) -> String? {
        let field = field.description
        guard case .text(let id) = values[field.name] else { return nil }
        return field.reference.flatMap { titles[$0.feature]?[id] } ?? id
    }

    /// The texts of the record's cells that show titles of other records, by the names of the fields.
    var cells: [String: String] {
        guard !titles.isEmpty else { return [:] }
        var cells: [String: String] = [:]
        for (field, _) in R.references { cells[field.name] = title(of: DescribedReference(description: field)) }
        return cells
    }
}

private struct DescribedReference: FieldDeclaration { let description: FieldDescription }
