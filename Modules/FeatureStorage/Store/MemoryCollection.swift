import FeatureKit

/// A single collection of a store in memory.
struct MemoryCollection {
    private struct Entry {
        var row: StoredRow
        var uniqueKey: String?
        /// What the index keeps of the row; `nil` before the first query.
        var indexed: RecordIndexEntry?
    }

    var isFilled = false
    /// The positions in use, in ascending order.
    private var order: [Int64] = []
    private var entries: [Int64: Entry] = [:]
    private var positions: [String: Int64] = [:]
    private var uniqueOwners: [String: String] = [:]
    private var log: [StoredChange] = []
    private var lastPosition: Int64 = 0
    private(set) var lastNumber: Int64 = 0
    /// The index of the last query; `nil` before the first query.
    private var index: RecordIndex?

    func row(_ id: String) -> StoredRow? {
        positions[id].flatMap { entries[$0]?.row }
    }

    /// Returns the rows whose field has one of some texts, in their order, with their unique keys.
    func rows(naming ids: Set<String>, in field: String) -> [(row: StoredRow, uniqueKey: String?)] {
        guard !ids.isEmpty else { return [] }
        return order.compactMap { position in
            guard let entry = entries[position], case .text(let id) = entry.row.values[field], ids.contains(id) else {
                return nil
            }
            return (entry.row, entry.uniqueKey)
        }
    }

    func page(after cursor: RecordCursor?, limit: Int) -> StoredPage {
        let start = cursor.map { index(after: $0.position) } ?? 0
        let end = min(order.count, start + max(1, limit))
        let rows = order[start..<end].compactMap { entries[$0]?.row }
        let next = end < order.count ? RecordCursor(position: order[end - 1]) : nil
        return StoredPage(rows: rows, next: next, token: ChangeToken(number: lastNumber))
    }

    /// Returns a page of the rows that a query selects.
    func page(matching query: RecordQuery, after cursor: RecordCursor?, limit: Int) -> StoredPage {
        guard query.needsIndex else { return inserted(query, after: cursor, limit: max(1, limit)) }
        var scan = RecordScan<StoredRow>(query, after: cursor, limit: limit)
        for position in order {
            if let entry = entries[position] { scan.add(entry.row, at: position, indexed(entry, by: query.index)) }
        }
        let (rows, next) = scan.finish()
        return StoredPage(rows: rows, next: next, token: ChangeToken(number: lastNumber))
    }

    /// Returns a page of all rows, in the order of insertion or in the reverse order.
    private func inserted(_ query: RecordQuery, after cursor: RecordCursor?, limit: Int) -> StoredPage {
        let places =
            query.isDescending
            ? Array(
                order.prefix(cursor.map { index(after: $0.position - 1) } ?? order.count).suffix(limit + 1).reversed())
            : Array(order.dropFirst(cursor.map { index(after: $0.position) } ?? 0).prefix(limit + 1))
        let shown = places.prefix(limit)
        let next = places.count > limit ? shown.last.map { query.cursor(after: [], $0) } : nil
        let rows = shown.compactMap { entries[$0]?.row }
        return StoredPage(rows: rows, next: next, token: ChangeToken(number: lastNumber))
    }

    /// Builds the index of a query, unless it is the current index.
    mutating func use(_ index: RecordIndex) {
        guard index != self.index else { return }
        self.index = index
        entries = entries.mapValues { entry in
            var entry = entry
            entry.indexed = index.entry(for: entry.row.values)
            return entry
        }
    }

    private func indexed(_ entry: Entry, by index: RecordIndex) -> RecordIndexEntry {
        if index == self.index, let indexed = entry.indexed { return indexed }
        return index.entry(for: entry.row.values)
    }

    func count(matching query: RecordQuery?) -> RecordCount {
        guard let query, !query.selectsAll else {
            return RecordCount(order.count, upTo: ChangeToken(number: lastNumber))
        }
        let count = order.count { position in
            entries[position].map { query.matches(indexed($0, by: query.index)) } ?? false
        }
        return query.words.isEmpty ? RecordCount(count) : RecordCount(ofSearch: count)
    }

    func changes(after token: ChangeToken, limit: Int) -> StoredChanges {
        let oldest = log.first?.revision ?? lastNumber + 1
        guard token.number >= oldest - 1, token.number <= lastNumber else { return .reset }
        let start = Int(token.number - (oldest - 1))
        let end = min(log.count, start + max(1, limit))
        let next = end > start ? log[end - 1].revision : token.number
        return .changes(Array(log[start..<end]), next: ChangeToken(number: next), isLast: end == log.count)
    }

    /// Applies a batch of writes.
    ///
    /// If the collection refuses a write, it applies no write of the batch.
    ///
    /// - Parameters:
    ///   - writes: The writes.
    ///   - isOfMany: Whether the writes have one entry in the history.
    ///   - logLimit: The maximum number of changes in the log.
    /// - Returns: The written rows, and the entries of the history, which have no numbers.
    mutating func write(
        _ writes: [RowWrite], isOfMany: Bool, logLimit: Int
    ) throws(StorageError) -> (rows: [StoredRow], history: [HistoryEntry]) {
        let (number, position, logged) = (lastNumber, lastPosition, log.count)
        var undo: [(id: String, position: Int64, entry: Entry?)] = []
        var rows: [StoredRow] = []
        var history: [HistoryEntry] = []
        let now = Instant.now
        do throws(StorageError) {
            for write in writes {
                try apply(write, undo: &undo, rows: &rows)
                if !isOfMany, let (id, position, old) = undo.last {
                    history += change(of: id, at: position, from: old?.row, at: now)
                }
            }
        } catch {
            for (id, position, entry) in undo.reversed() { restore(id, at: position, to: entry) }
            (lastNumber, lastPosition) = (number, position)
            log.removeLast(log.count - logged)
            throw error
        }
        // Removes half of the log at once, because removing from the front of an array moves all later elements.
        if log.count > logLimit { log.removeFirst(log.count - max(0, logLimit / 2)) }
        if isOfMany, !writes.isEmpty {
            let many = HistoryEntry.Operation.many(writes.count)
            history = [HistoryEntry(number: 0, change: 0, operation: many, id: "", position: 0, instant: now)]
        }
        return (rows, history)
    }

    /// Returns the entry for a write that was applied; nothing if it has changed no value.
    private func change(
        of id: String, at position: Int64, from old: StoredRow?, at now: Instant
    ) -> [HistoryEntry] {
        let new = entries[position]?.row
        if let old, let new, old.values == new.values { return [] }
        let operation: HistoryEntry.Operation = old == nil ? .inserted : new == nil ? .removed : .updated
        return [
            HistoryEntry(
                number: 0, change: 0, operation: operation, id: id, position: position, instant: now,
                before: old?.values ?? [:], after: new?.values ?? [:])
        ]
    }

    private mutating func apply(
        _ write: RowWrite, undo: inout [(id: String, position: Int64, entry: Entry?)], rows: inout [StoredRow]
    ) throws(StorageError) {
        switch write {
        case .insert(let insert):
            guard positions[insert.id] == nil else { throw .alreadyTaken(id: insert.id) }
            try claim(insert)
            lastPosition += 1
            undo.append((insert.id, lastPosition, nil))
            rows.append(put(insert, at: lastPosition, as: StoredChange.inserted))
        case .restore(let insert, let position):
            guard positions[insert.id] == nil, entries[position] == nil else { throw .alreadyTaken(id: insert.id) }
            try claim(insert)
            undo.append((insert.id, position, nil))
            lastPosition = max(lastPosition, position)
            rows.append(put(insert, at: position, as: StoredChange.inserted))
        case .update(let insert, let revision):
            let position = try verify(insert.id, revision)
            try claim(insert)
            undo.append((insert.id, position, entries[position]))
            release(position)
            rows.append(put(insert, at: position, as: StoredChange.updated))
        case .delete(let id, let revision):
            let position = try verify(id, revision)
            undo.append((id, position, entries[position]))
            remove(id, at: position)
            lastNumber += 1
            log.append(.deleted(id: id, revision: lastNumber))
        }
    }

    private mutating func put(
        _ insert: RowInsert, at position: Int64, as change: (StoredRow) -> StoredChange
    ) -> StoredRow {
        lastNumber += 1
        let row = StoredRow(
            id: insert.id, values: insert.values, revision: lastNumber, position: position)
        let indexed = index?.entry(for: insert.values)
        restore(insert.id, at: position, to: Entry(row: row, uniqueKey: insert.uniqueKey, indexed: indexed))
        log.append(change(row))
        return row
    }

    private func verify(_ id: String, _ revision: Int64) throws(StorageError) -> Int64 {
        guard let position = positions[id], entries[position]?.row.revision == revision else {
            throw .conflict(id: id)
        }
        return position
    }

    private func claim(_ insert: RowInsert) throws(StorageError) {
        if let key = insert.uniqueKey, let owner = uniqueOwners[key], owner != insert.id {
            throw .alreadyTaken(id: insert.id, key: key)
        }
    }

    private mutating func release(_ position: Int64) {
        if let key = entries[position]?.uniqueKey { uniqueOwners[key] = nil }
    }

    private mutating func remove(_ id: String, at position: Int64) {
        release(position)
        entries[position] = nil
        positions[id] = nil
        let index = index(after: position) - 1
        if index >= 0, order[index] == position { order.remove(at: index) }
    }

    /// Puts an entry back at a position, or removes the current entry if `entry` is `nil`.
    private mutating func restore(_ id: String, at position: Int64, to entry: Entry?) {
        guard let entry else { return remove(id, at: position) }
        release(position)
        if positions.updateValue(position, forKey: id) == nil { order.insert(position, at: index(after: position)) }
        if let key = entry.uniqueKey { uniqueOwners[key] = id }
        entries[position] = entry
    }

    /// Returns the index of the first position that is greater than the given one.
    private func index(after position: Int64) -> Int {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if order[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
