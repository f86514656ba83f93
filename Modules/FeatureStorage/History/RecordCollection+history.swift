import FeatureKit
import Synchronization

extension RecordCollection {
    /// The greatest number of entries that one change can have, and be taken back.
    static var undoLimit: Int { RecordHistory.batchLimit }

    /// Returns entries of the records' history, from the newest to the oldest.
    public func history(matching selection: HistorySelection, limit: Int) async throws -> [HistoryEntry] {
        try await store.history(of: R.collection, matching: selection, limit: limit)
    }

    /// Takes back a change, by one new change.
    ///
    /// An inserted record is removed, a removed one comes back to its old place, and an updated one gets its older values.
    /// Values that the change has not touched stay as they are.
    ///
    /// - Parameters:
    ///   - change: The number of the change.
    ///   - verify: Checks whether an entry may be taken back.
    /// - Returns: What has become of the records.
    /// - Throws: ``UndoRefused``; ``StorageError``; any error of `verify`.
    public func undo(
        _ change: Int64, verify: (HistoryEntry) async throws -> Void
    ) async throws -> UndoneChange<R> {
        while true {
            let selection = HistorySelection(change: change)
            let entries = try await store.history(of: R.collection, matching: selection, limit: Self.undoLimit + 1)
            guard !entries.isEmpty else { throw UndoRefused.unknown }
            guard entries.count <= Self.undoLimit, !entries.contains(where: \.operation.isOfMany) else {
                throw UndoRefused.tooMany
            }
            for entry in entries { try await verify(entry) }
            let rows = try await store.rows(of: R.collection, ids: Array(Set(entries.map(\.id))))
            let plan = try await plan(of: entries, from: rows)
            RunningAction.current?.note(undone: change)
            do {
                let written = try await write(plan.writes)
                let records = try written.map { try Stored<R>($0) }
                return UndoneChange(
                    returned: records.filter { plan.restored.contains($0.id) },
                    updated: records.filter { !plan.restored.contains($0.id) }, removed: plan.removed)
            } catch let error as StorageError where error.code == .conflict {
                // Another writer was faster. Its change is seen in the next round.
                try Task.checkCancellation()
            } catch let error as StorageError where error.code == .alreadyTaken {
                throw UndoRefused.taken
            }
        }
    }

    /// The time between two removals of old entries.
    static var trimInterval: Duration { .seconds(3600) }

    /// Removes old entries, in one bounded step after each write until none is left, and then once an hour.
    func trimHistory() async {
        let now = elapsed()
        let isTime = state.withLock { state in
            guard state.nextTrim <= now else { return false }
            state.nextTrim = now + Self.trimInterval
            return true
        }
        guard isTime else { return }
        let age = Int(R.history.keeps / .milliseconds(1))
        let end = Instant(bounding: Instant.now.millisecondsSince1970 - age)
        // A failure only means that the entries stay longer.
        let count = try? await store.trimHistory(of: R.collection, before: end)
        if count == RecordHistory.trimStep { state.withLock { $0.nextTrim = now } }
    }

    private func plan(of entries: [HistoryEntry], from rows: [StoredRow]) async throws -> UndoPlan {
        let current = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var states = current.mapValues { $0.values }
        var positions: [String: Int64] = [:]
        var order: [String] = []
        for entry in entries {
            guard let state = entry.undone(from: states[entry.id]) else { throw try await refusal(of: entry) }
            if !order.contains(entry.id) { order.append(entry.id) }
            states[entry.id] = state.values
            positions[entry.id] = entry.position
        }
        var plan = UndoPlan()
        for id in order {
            switch (current[id], states[id]) {
            case (let row?, let values?):
                guard row.values != values else { continue }
                plan.writes.append(.update(try insert(id, values), expecting: row.revision))
            case (let row?, nil):
                plan.writes.append(.delete(id: id, expecting: row.revision))
                plan.removed.append(id)
            case (nil, let values?):
                plan.writes.append(.restore(try insert(id, values), position: positions[id] ?? 0))
                plan.restored.insert(id)
            case (nil, nil): continue
            }
        }
        return plan
    }

    /// Returns the row with older values, which keeps values that this version of the feature does not know.
    private func insert(_ id: String, _ values: [String: FieldValue]) throws -> RowInsert {
        do {
            return RowInsert(id: id, values: values, uniqueKey: try R(id: id, values: values).uniqueKey)
        } catch is InputRefused { throw UndoRefused.misfit }
    }

    /// Returns the reason why the entry cannot be taken back: a later change of the same record.
    private func refusal(of entry: HistoryEntry) async throws -> UndoRefused {
        let selection = HistorySelection(id: entry.id)
        let last = try await store.history(of: R.collection, matching: selection, limit: 1).first
        return .changed(last.flatMap { $0.change == entry.change ? nil : $0 })
    }
}

/// The writes that take back a change.
private struct UndoPlan {
    var writes: [RowWrite] = []
    var restored: Set<String> = []
    var removed: [String] = []
}

/// What has become of the records of a change that was taken back.
public struct UndoneChange<R: Record>: Sendable {
    /// The removed records that have come back.
    public let returned: [Stored<R>]
    /// The records that have their older values again.
    public let updated: [Stored<R>]
    /// The keys of the inserted records that were removed.
    public let removed: [String]

    /// Creates a value.
    public init(returned: [Stored<R>], updated: [Stored<R>], removed: [String]) {
        (self.returned, self.updated, self.removed) = (returned, updated, removed)
    }
}

/// The reason why a change cannot be taken back.
public enum UndoRefused: Error, Sendable, Hashable {
    /// The history has no change with the number. It may be too old.
    case unknown
    /// The change wrote too many records, such as an import.
    case tooMany
    /// The record was changed later; the entry is the last change, if it is known.
    case changed(HistoryEntry?)
    /// Another record has taken the unique key.
    case taken
    /// The older values are not a valid record of this version of the feature.
    case misfit

    /// The sentence for people.
    ///
    /// - Parameter titles: Returns the title of an action.
    func sentence(_ titles: (String) -> String?) -> String {
        switch self {
        case .unknown: "The history does not have this change, or no longer has it."
        case .tooMany: "This change wrote too many records at once to be taken back."
        case .taken: "Another record has taken what this one had, such as its name."
        case .misfit: "The older values do not fit this version of the feature."
        case .changed(nil): "The record has changed since."
        case .changed(let entry?):
            [entry.cause?.name ?? "Somebody", "has changed the record since", entry.cause.flatMap { titles($0.action) }
                .map { "(\($0))" }].compactMap(\.self).joined(separator: " ") + "."
        }
    }
}

extension HistoryEntry {
    /// Returns the values of the record before the entry; `nil` if the record is not as the entry left it.
    ///
    /// - Parameter values: The values of the record; `nil` if there is no record.
    fileprivate func undone(from values: [String: FieldValue]?) -> (values: [String: FieldValue]?, Void)? {
        switch operation {
        case .many: return nil
        case .inserted: return values == after ? (nil, ()) : nil
        case .removed: return values == nil ? (before, ()) : nil
        case .updated:
            guard var values else { return nil }
            for name in Set(before.keys).union(after.keys) {
                guard values[name] == after[name] else { return nil }
                values[name] = before[name]
            }
            return (values, ())
        }
    }
}
