// Queries for stores without an index. They read all rows.

extension RecordStore {
    /// Reads all rows, and returns a page of those that a query selects.
    public func page(
        of collection: String, matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
    ) async throws -> StoredPage {
        try query.verify(cursor)
        var scan = RecordScan(query, after: cursor, limit: limit)
        let token = try await forEachPage(of: collection) { rows in
            for row in rows { scan.add(row, query.index.entry(for: row.values)) }
        }
        return scan.page(token)
    }

    /// Reads all rows, and counts those that a query selects.
    public func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount {
        var count = 0
        _ = try await forEachPage(of: collection) { rows in
            count +=
                query.map { query in rows.count { query.matches(query.index.entry(for: $0.values)) } } ?? rows.count
        }
        return query?.words.isEmpty ?? true ? RecordCount(count) : RecordCount(ofSearch: count)
    }

    /// Reads all pages, and returns the token of the first page, so that a follower receives all later changes.
    private func forEachPage(
        of collection: String, _ body: ([StoredRow]) -> Void
    ) async throws -> ChangeToken {
        var page = try await page(of: collection, after: nil, limit: 1_000)
        let token = page.token
        body(page.rows)
        while let next = page.next {
            page = try await self.page(of: collection, after: next, limit: 1_000)
            body(page.rows)
        }
        return token
    }
}

/// Collects a page of a query while it reads all rows.
struct RecordScan {
    private let query: RecordQuery
    private let cursor: RecordCursor?
    private let limit: Int
    /// The selected rows after the cursor with their keys; at most twice as many as the page needs.
    private var found: [(row: StoredRow, key: [UInt8])] = []

    init(_ query: RecordQuery, after cursor: RecordCursor?, limit: Int) {
        // One more row shows whether another page follows.
        (self.query, self.cursor, self.limit) = (query, cursor, max(1, limit))
    }

    /// Considers a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - entry: What the query's index keeps of the row.
    mutating func add(_ row: StoredRow, _ entry: RecordIndexEntry) {
        guard query.matches(entry) else { return }
        let key = query.orderKey(entry)
        if let cursor, !query.precedes((cursor.key, cursor.position), (key, row.position)) { return }
        found.append((row, key))
        if found.count > 2 * min(limit, .max / 4) + 2 { shorten() }
    }

    mutating func page(_ token: ChangeToken) -> StoredPage {
        shorten()
        let rows = found.prefix(limit)
        let next = found.count > limit ? rows.last.map { query.cursor(after: $0.key, $0.row.position) } : nil
        return StoredPage(rows: rows.map(\.row), next: next, token: token)
    }

    /// Keeps the first rows in the order of the query: those of the page, and one more if another page follows.
    private mutating func shorten() {
        found.sort { query.precedes(($0.key, $0.row.position), ($1.key, $1.row.position)) }
        if found.count > limit { found.removeLast(found.count - limit - 1) }
    }
}
