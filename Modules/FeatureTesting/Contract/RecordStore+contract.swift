import FeatureKit
import FeatureStorage
import Testing

/// Shorthands for the operations that the contract uses.
extension RecordStore {
    @discardableResult
    func insert(_ ids: [String], key: String? = nil, into collection: String = "dogs") async throws -> [StoredRow] {
        try await write(ids.map { .insert(RowInsert(id: $0, values: ["n": 0], uniqueKey: key)) }, to: collection)
    }

    func delete(_ row: StoredRow) async throws {
        try await write([.delete(id: row.id, expecting: row.revision)], to: "dogs")
    }

    @discardableResult
    func update(_ row: StoredRow, n: Int, key: String? = nil) async throws -> StoredRow {
        let insert = RowInsert(id: row.id, values: ["n": .integer(n)], uniqueKey: key)
        return try #require(await write([.update(insert, expecting: row.revision)], to: "dogs").first)
    }

    /// Reads all rows, page by page.
    func allRows(limit: Int = 1000, of collection: String = "dogs") async throws -> [StoredRow] {
        var page = try await page(of: collection, after: nil, limit: limit)
        var rows = page.rows
        while let next = page.next {
            page = try await self.page(of: collection, after: next, limit: limit)
            rows += page.rows
        }
        return rows
    }

    /// Reads all changes after a token.
    ///
    /// Returns `nil` for a reset.
    func allChanges(after token: ChangeToken, limit: Int = 100) async throws -> [StoredChange]? {
        var (token, all) = (token, [StoredChange]())
        while case .changes(let changes, let next, let isLast) = try await changes(
            in: "dogs", after: token, limit: limit)
        {
            all += changes
            token = next
            if isLast { return all }
        }
        return nil
    }

    func token() async throws -> ChangeToken {
        try await page(of: "dogs", after: nil, limit: 1).token
    }
}

/// Runs an operation that the store must refuse, and returns the store's error.
func refusal(_ body: () async throws -> Void) async -> StorageError? {
    await #expect(throws: StorageError.self) { try await body() }
}

extension [StoredChange] {
    /// Applies the changes in this array to rows and returns the resulting rows.
    func applied(to rows: [StoredRow]) -> [StoredRow] {
        var rows = rows
        for change in self {
            switch change {
            case .inserted(let row): rows.append(row)
            case .updated(let row): rows = rows.map { $0.id == row.id ? row : $0 }
            case .deleted(let id, _): rows.removeAll { $0.id == id }
            }
        }
        return rows
    }
}
