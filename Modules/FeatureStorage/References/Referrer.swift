package import FeatureKit

/// A row that names a removed row.
package struct Referrer {
    /// The maximum number of rows that name the rows which one step of a batch removes.
    ///
    /// More would keep other writers waiting, and fill the memory.
    package static let limit = 10_000

    /// The name of the row's collection.
    let collection: String
    /// The row, as it is stored.
    let row: RowInsert
    /// The row's revision.
    let revision: Int64
    /// The field that names the removed row.
    let field: String
    /// What happens to the row; not `refuse`.
    let rule: FieldReference.DeleteRule

    /// Creates a value.
    package init(
        of collection: String, _ row: RowInsert, revision: Int64, field: String, rule: FieldReference.DeleteRule
    ) {
        (self.collection, self.row, self.revision, self.field, self.rule) = (collection, row, revision, field, rule)
    }
}

extension [Referrer] {
    /// The writes that empty the fields of the rows, or remove the rows, as their rules say.
    package var writes: [CollectionWrites] {
        var collections: [String: (order: [String], writes: [String: RowWrite], cleared: [String: RowInsert])] = [:]
        for each in self {
            var collection = collections[each.collection] ?? ([], [:], [:])
            let id = each.row.id
            if collection.writes[id] == nil { collection.order.append(id) }
            if each.rule == .cascade {
                collection.writes[id] = .delete(id: id, expecting: each.revision)
                collection.cleared[id] = nil
            } else if collection.writes[id] == nil || collection.cleared[id] != nil {
                // A row can name several removed rows.
                var row = collection.cleared[id] ?? each.row
                row.values[each.field] = nil
                collection.cleared[id] = row
                collection.writes[id] = .update(row, expecting: each.revision)
            }
            collections[each.collection] = collection
        }
        return collections.sorted { $0.key < $1.key }.map { name, collection in
            CollectionWrites(name, collection.order.compactMap { collection.writes[$0] })
        }
    }
}

extension [CollectionWrites] {
    /// The keys of the rows that the batch removes, by collection; only collections with such rows.
    package var removed: [(collection: String, ids: [String])] {
        compactMap { part in
            let ids = part.writes.compactMap { if case .delete(let id, _) = $0 { id } else { nil } }
            return ids.isEmpty ? nil : (part.collection, ids)
        }
    }
}

extension RowWrite {
    /// The row that the write inserts or updates; `nil` for a removal.
    package var row: RowInsert? {
        switch self {
        case .insert(let row), .restore(let row, _), .update(let row, _): row
        case .delete: nil
        }
    }
}

extension FieldReference.DeleteRule {
    /// The number under which databases keep the rule.
    package var number: Int {
        switch self {
        case .refuse: 0
        case .clear: 1
        case .cascade: 2
        }
    }

    /// Returns the rule with a number; the strictest one for the number of a newer program.
    package init(number: Int) { self = Self.allCases.first { $0.number == number } ?? .refuse }
}
