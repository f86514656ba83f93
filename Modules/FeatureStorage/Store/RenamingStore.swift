import FeatureKit

extension RecordStore {
    /// Returns the store with the names of a type's fields, some of which stores keep under older names.
    package func named(for type: any Record.Type) -> any RecordStore {
        let names = type.fields.map(\.description).compactMap { field in
            field.storedName.map { (name: field.name, stored: $0) }
        }
        return names.isEmpty ? self : RenamingStore(store: self, names: names)
    }
}

extension RecordStore {
    /// The store itself, without the names of a type's fields.
    var unnamed: any RecordStore { (self as? RenamingStore)?.store ?? self }

    /// Returns writes as ``unnamed`` takes them.
    func unnamed(_ writes: [RowWrite]) -> [RowWrite] { (self as? RenamingStore)?.stored(writes) ?? writes }

    /// Returns rows of ``unnamed`` with the names of the type's fields.
    func named(_ rows: [StoredRow]) -> [StoredRow] { (self as? RenamingStore).map { rows.map($0.read) } ?? rows }
}

/// A store that keeps the values of some fields under older names.
private struct RenamingStore: RecordStore {
    let store: any RecordStore
    /// The names of the fields, and those under which the store keeps their values.
    let names: [(name: String, stored: String)]

    func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
        read(try await store.page(of: collection, after: cursor, limit: limit))
    }

    func page(
        of collection: String, matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
    ) async throws -> StoredPage {
        let stored = stored(query)
        // A cursor names the query whose page ends there.
        func moved(_ cursor: RecordCursor?, of one: RecordQuery, for other: RecordQuery) -> RecordCursor? {
            guard let cursor, cursor.query == one.fingerprint else { return cursor }
            return RecordCursor(position: cursor.position, key: cursor.key, query: other.fingerprint)
        }
        var page = try await store.page(
            of: collection, matching: stored, after: moved(cursor, of: query, for: stored), limit: limit)
        page.next = moved(page.next, of: stored, for: query)
        return read(page)
    }

    func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount {
        try await store.count(of: collection, matching: query.map { stored($0) })
    }

    func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
        try await store.rows(of: collection, ids: ids).map { read($0) }
    }

    func write(_ batch: [CollectionWrites]) async throws -> [[StoredRow]] {
        do {
            return try await store.write(batch.map { CollectionWrites($0.collection, stored($0.writes)) })
                .map { $0.map(read) }
        } catch var error as StorageError where error.code == .missingReference {
            // The field is one of the written rows.
            if let name = names.first(where: { $0.stored == error.reference?.field })?.name {
                error.reference?.field = name
            }
            throw error
        }
    }

    func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
        try await store.fillOnce(collection, with: inserts.map { stored($0) })
    }

    func load(into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]) async throws -> Int {
        try await store.load(into: collection) { try next().map { self.stored($0) } }
    }

    func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges {
        guard
            case .changes(let changes, let next, let isLast) =
                try await store.changes(in: collection, after: token, limit: limit)
        else { return .reset }
        let read = changes.map { change -> StoredChange in
            switch change {
            case .inserted(let row): .inserted(self.read(row))
            case .updated(let row): .updated(self.read(row))
            case .deleted: change
            }
        }
        return .changes(read, next: next, isLast: isLast)
    }

    func changeHints() -> AsyncStream<Void> { store.changeHints() }

    func history(
        of collection: String, matching selection: HistorySelection, limit: Int
    ) async throws -> [HistoryEntry] {
        try await store.history(of: collection, matching: selection, limit: limit).map { entry in
            var entry = entry
            (entry.before, entry.after) = (read(entry.before), read(entry.after))
            return entry
        }
    }

    func trimHistory(of collection: String, before instant: Instant) async throws -> Int {
        try await store.trimHistory(of: collection, before: instant)
    }

    func declare(_ declaration: CollectionDeclaration, of collection: String) async throws {
        var declaration = declaration
        func stored(_ name: String) -> String { names.first { $0.name == name }?.stored ?? name }
        declaration.titleFields = declaration.titleFields.map(stored)
        for index in declaration.references.indices {
            declaration.references[index].field = stored(declaration.references[index].field)
        }
        declaration.formerReferences = declaration.formerReferences.map(stored)
        try await store.declare(declaration, of: collection)
    }

    func declarations() async throws -> [String: CollectionDeclaration] { try await store.declarations() }
    func version() async throws -> Int? { try await store.version() }
    func verify() async throws { try await store.verify() }
    func close() async { await store.close() }
}

extension RenamingStore {
    fileprivate func stored(_ writes: [RowWrite]) -> [RowWrite] {
        writes.map { write in
            switch write {
            case .insert(let row): .insert(stored(row))
            case .restore(let row, let position): .restore(stored(row), position: position)
            case .update(let row, let revision): .update(stored(row), expecting: revision)
            case .delete: write
            }
        }
    }

    private func stored(_ row: RowInsert) -> RowInsert {
        var row = row
        for (name, stored) in names {
            if let value = row.values.removeValue(forKey: name) { row.values[stored] = value }
        }
        return row
    }

    private func stored(_ query: RecordQuery) -> RecordQuery {
        query.renamed { name in names.first { $0.name == name }?.stored ?? name }
    }

    private func read(_ values: [String: FieldValue]) -> [String: FieldValue] {
        var values = values
        for (name, stored) in names {
            if let value = values.removeValue(forKey: stored) { values[name] = value }
        }
        return values
    }

    fileprivate func read(_ row: StoredRow) -> StoredRow {
        var row = row
        row.values = read(row.values)
        return row
    }

    private func read(_ page: StoredPage) -> StoredPage {
        var page = page
        page.rows = page.rows.map { read($0) }
        return page
    }
}
