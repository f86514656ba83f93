// Queries for stores without an index. They read all rows.

extension RecordStore {
    /// Reads all rows, and returns a page of those that a query selects.
    public func page(
        of collection: String, matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
    ) async throws -> StoredPage {
        try query.verify(cursor)
        var scan = RecordScan<StoredRow>(query, after: cursor, limit: limit)
        let (token, _) = try await forEachPage(of: collection) { rows in
            for row in rows { scan.add(row, at: row.position, query.index.entry(for: row.values)) }
        }
        let (rows, next) = scan.finish()
        return StoredPage(rows: rows, next: next, token: token)
    }

    /// Reads all rows, and counts those that a query selects.
    public func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount {
        var count = 0
        let (first, last) = try await forEachPage(of: collection) { rows in
            count +=
                query.map { query in rows.count { query.matches(query.index.entry(for: $0.values)) } } ?? rows.count
        }
        guard query?.words.isEmpty ?? true else { return RecordCount(ofSearch: count) }
        // Pages before and after a change together have no token.
        return RecordCount(count, upTo: first == last ? first : nil)
    }

    /// Reads all pages, and returns the tokens of the first and of the last page.
    ///
    /// A follower receives all changes after the first token.
    private func forEachPage(
        of collection: String, _ body: ([StoredRow]) -> Void
    ) async throws -> (first: ChangeToken, last: ChangeToken) {
        var page = try await page(of: collection, after: nil, limit: 1_000)
        let token = page.token
        body(page.rows)
        while let next = page.next {
            page = try await self.page(of: collection, after: next, limit: 1_000)
            body(page.rows)
        }
        return (token, page.token)
    }
}
