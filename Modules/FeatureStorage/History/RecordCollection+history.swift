import FeatureKit
import Synchronization

extension RecordCollection {
    /// Returns entries of the records' history, from the newest to the oldest.
    public func history(matching selection: HistorySelection, limit: Int) async throws -> [HistoryEntry] {
        try await fixStart()
        return try await store.history(of: R.collection, matching: selection, limit: limit)
    }

    /// Takes back a change, by one new change.
    ///
    /// - Parameter change: The number of the change.
    /// - Returns: What has become of the records.
    /// - Throws: ``UndoRefused``; ``StorageError``.
    @discardableResult
    public func undo(_ change: Int64) async throws -> UndoneChange<R> {
        try await undo(entriesToUndo(of: change))
    }

    /// Takes back the entries of a change, by one new change.
    ///
    /// An inserted record is removed, a removed one comes back to its old place, and an updated one gets its older values.
    /// Values that the entries have not changed stay as they are.
    ///
    /// - Parameter entries: Entries of one change, from the newest to the oldest.
    /// - Returns: What has become of the records.
    /// - Throws: ``UndoRefused``; ``StorageError``.
    public func undo(_ entries: [HistoryEntry]) async throws -> UndoneChange<R> {
        while true {
            let plan = try await plan(toUndo: entries)
            if let change = entries.first?.change { RunningAction.current?.note(undone: change) }
            do {
                return try UndoneChange(plan, try await write(plan.writes))
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
        // A failure only means that the entries stay longer.
        let count = try? await store.trimHistory(of: R.collection, before: R.history.beginning)
        if count == RecordHistory.trimStep { state.withLock { $0.nextTrim = now } }
    }

    /// Returns the writes that take back entries of a change.
    ///
    /// - Throws: ``UndoRefused``; ``StorageError``.
    func plan(toUndo entries: [HistoryEntry]) async throws -> UndoPlan {
        let rows = try await store.rows(of: R.collection, ids: Array(Set(entries.map(\.id))))
        let current = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var states = current.mapValues { $0.values }
        var positions: [String: Int64] = [:]
        var order: [String] = []
        var (prevented, first): (Set<String>, HistoryEntry?) = ([], nil)
        let newest = try await newestEntries(of: entries.filter { $0.operation == .removed && current[$0.id] == nil })
        for entry in entries where !prevented.contains(entry.id) {
            var isPrevented = false
            // A record that was removed again since must not come back by an older removal.
            if entry.operation == .removed, positions[entry.id] == nil, current[entry.id] == nil {
                let last = if let known = newest[entry.id] { known } else { try await lastEntry(of: entry.id) }
                isPrevented = last?.number != entry.number
            }
            guard !isPrevented, entry.undo(in: &states[entry.id]) else {
                if prevented.insert(entry.id).inserted, first == nil { first = entry }
                continue
            }
            if !order.contains(entry.id) { order.append(entry.id) }
            positions[entry.id] = entry.position
        }
        if let first { throw try await refusal(of: first, prevented) }
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
                // A record that did not fit comes back as it was.
                let row = (try? insert(id, values)) ?? RowInsert(id: id, values: values)
                plan.writes.append(.restore(row, position: positions[id] ?? 0))
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
    ///
    /// - Parameter prevented: The keys of all records of the change that have a later change.
    private func refusal(of entry: HistoryEntry, _ prevented: Set<String>) async throws -> UndoRefused {
        let last = try await lastEntry(of: entry.id)
        return .changed(last.flatMap { $0.change == entry.change ? nil : $0 }, of: prevented)
    }

    /// Returns the last entries of records as far as one read finds them, because a change is mostly one of the newest.
    private func newestEntries(of entries: [HistoryEntry]) async throws -> [String: HistoryEntry] {
        guard entries.count > 1 else { return [:] }
        let newest = try await store.history(
            of: R.collection, matching: HistorySelection(), limit: RecordHistory.batchLimit)
        return Dictionary(newest.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func lastEntry(of id: String) async throws -> HistoryEntry? {
        try await store.history(of: R.collection, matching: HistorySelection(id: id), limit: 1).first
    }
}

extension RecordService {
    /// Reads the entries of a change that is to be taken back.
    ///
    /// - Throws: ``UndoRefused`` if the history does not have the change, or if it wrote many records at once.
    func entriesToUndo(of change: Int64) async throws -> [HistoryEntry] {
        let limit = RecordHistory.batchLimit
        let entries = try await history(matching: HistorySelection(change: change), limit: limit + 1)
        guard let first = entries.last else { throw UndoRefused.unknown }
        // A part of an old change may be gone. The first entry of the change can be one of another collection.
        let isWhole = entries.count > limit || first.number == change
        guard isWhole || R.history.keepsAll(since: first.instant) else { throw UndoRefused.unknown }
        guard entries.count <= limit, !entries.contains(where: \.operation.isOfMany) else { throw UndoRefused.tooMany }
        return entries
    }
}

/// The writes that take back a change.
struct UndoPlan {
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
    /// The removed records that have come back and do not fit.
    public let misfits: [Misfit]

    /// Creates the outcome of a plan's writes.
    init(_ plan: UndoPlan, _ written: [StoredRow]) throws {
        var (records, misfits): ([Stored<R>], [Misfit]) = ([], [])
        for row in written {
            do { records.append(try Stored(row)) } catch let misfit as Misfit { misfits.append(misfit) }
        }
        self.init(
            returned: records.filter { plan.restored.contains($0.id) },
            updated: records.filter { !plan.restored.contains($0.id) }, removed: plan.removed, misfits: misfits)
    }

    /// Creates a value.
    public init(returned: [Stored<R>], updated: [Stored<R>], removed: [String], misfits: [Misfit] = []) {
        (self.returned, self.updated) = (returned, updated)
        (self.removed, self.misfits) = (removed, misfits)
    }
}

/// The reason why a change cannot be taken back.
public enum UndoRefused: Error, Sendable, Hashable {
    /// The history has no change with the number. It may be too old.
    case unknown
    /// The change wrote too many records, such as an import.
    case tooMany
    /// Records were changed later. The entry is the last change of one of them, if it is known; the set has their keys.
    case changed(HistoryEntry?, of: Set<String> = [])
    /// Another record has taken the unique key.
    case taken
    /// The older values are not a valid record of this version of the feature.
    case misfit
    /// The change did not change the value that is to be brought back.
    case unchanged

    /// The reason as a clause.
    ///
    /// - Parameters:
    ///   - record: The words for the record that has changed.
    ///   - isNumbered: Whether the number of a later change is named.
    ///   - title: Returns the title of an action.
    func reason(naming record: String, isNumbered: Bool, _ title: (String) -> String?) -> String {
        switch self {
        case .unknown: return "the history does not have this change, or no longer has it"
        case .tooMany: return "it wrote many records at once"
        case .taken: return "another record has taken what this one had, such as its name"
        case .misfit: return "the older values do not fit this version of the feature"
        case .unchanged: return "the change did not change this value of the record"
        case .changed(let entry, _):
            let who = entry?.cause?.name.map { "\($0) has changed \(record) since" } ?? "\(record) has changed since"
            let how = [
                entry?.cause.flatMap { title($0.action) }, entry.flatMap { isNumbered ? "change \($0.change)" : nil },
            ].compactMap(\.self)
            return how.isEmpty ? who : "\(who) (\(how.joined(separator: ", ")))"
        }
    }
}
