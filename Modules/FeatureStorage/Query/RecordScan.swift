/// Collects a page of a query while all records are read.
struct RecordScan<Item> {
    private let query: RecordQuery
    private let cursor: RecordCursor?
    private let limit: Int
    /// The selected items after the cursor with their places; at most twice as many as the page needs.
    private var found: [(item: Item, key: [UInt8], position: Int64)] = []

    init(_ query: RecordQuery, after cursor: RecordCursor?, limit: Int) {
        (self.query, self.cursor, self.limit) = (query, cursor, max(1, limit))
    }

    /// Considers a record.
    ///
    /// - Parameters:
    ///   - item: The record.
    ///   - position: The record's position.
    ///   - entry: What the query's index keeps of the record.
    mutating func add(_ item: Item, at position: Int64, _ entry: RecordIndexEntry) {
        guard query.matches(entry) else { return }
        let key = query.orderKey(entry)
        if let cursor, !query.precedes((cursor.key, cursor.position), (key, position)) { return }
        found.append((item, key, position))
        if found.count > 2 * min(limit, .max / 4) + 2 { shorten() }
    }

    /// Returns the page, and the place where the next page begins.
    mutating func finish() -> (items: [Item], next: RecordCursor?) {
        shorten()
        let shown = found.prefix(limit)
        let next = found.count > limit ? shown.last.map { query.cursor(after: $0.key, $0.position) } : nil
        return (shown.map(\.item), next)
    }

    /// Keeps the first items in the order of the query: those of the page, and one more if another page follows.
    private mutating func shorten() {
        found.sort { query.precedes(($0.key, $0.position), ($1.key, $1.position)) }
        if found.count > limit { found.removeLast(found.count - limit - 1) }
    }
}
