import FeatureKit

/// The history of all collections of a store in memory.
///
/// It keeps the newest ``limit`` entries of each collection, because they are lost with the process anyway.
struct MemoryHistory {
    static let limit = 10_000

    /// The entries of each collection, from the oldest to the newest.
    private var entries: [String: [HistoryEntry]] = [:]
    private var lastNumber: Int64 = 0

    /// Adds the entries of one batch, and gives them their numbers.
    ///
    /// - Parameters:
    ///   - batch: The entries of each collection, without numbers.
    ///   - running: The call that has caused the entries; `nil` outside of an action.
    mutating func add(_ batch: [(collection: String, entries: [HistoryEntry])], by running: RunningAction?) {
        guard batch.contains(where: { !$0.entries.isEmpty }) else { return }
        let cause = running.map { ChangeCause($0) }
        let change = running?.change ?? lastNumber + 1
        for (collection, changes) in batch {
            for var entry in changes {
                lastNumber += 1
                (entry.number, entry.change, entry.cause) = (lastNumber, change, cause)
                entries[collection, default: []].append(entry)
            }
            let count = entries[collection]?.count ?? 0
            // Removes half at once, because removing from the front of an array moves all later elements.
            if count > 2 * Self.limit { entries[collection]?.removeFirst(count - Self.limit) }
        }
        running?.note(change: change)
    }

    func entries(of collection: String, matching selection: HistorySelection, limit: Int) -> [HistoryEntry] {
        let found = (entries[collection] ?? []).reversed().lazy.filter { selection.contains($0) }
        return Array(found.prefix(max(1, limit)))
    }

    mutating func trim(_ collection: String, before instant: Instant) -> Int {
        let all = entries[collection] ?? []
        let old = all.dropLast().prefix(RecordHistory.trimStep).prefix { $0.instant < instant }
        entries[collection]?.removeFirst(old.count)
        return old.count
    }
}
