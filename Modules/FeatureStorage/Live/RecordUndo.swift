import FeatureKit

/// The part of a change that one list takes back.
///
/// The parts of lists whose records are in one store are taken back together: all of them or none.
final class RecordUndo<R: Record>: UndoPart {
    private let change: Int64
    /// The entries that are taken back, from the newest to the oldest.
    private var entries: [HistoryEntry]
    private let scope: UndoScope
    private let records: LiveRecords<R>
    /// Shows the notices about what was taken back.
    private let tell: (Notice) -> Void
    private var plan = UndoPlan()

    init(
        of change: Int64, _ entries: [HistoryEntry], _ scope: UndoScope, in records: LiveRecords<R>,
        telling tell: @escaping (Notice) -> Void
    ) {
        (self.change, self.entries, self.scope, self.records, self.tell) = (change, entries, scope, records, tell)
    }

    func undo(with others: [any UndoPart]) async throws {
        let parts = [self] + others.compactMap { $0 as? any StoredUndoPart }
        guard !others.isEmpty, let store, parts.count == others.count + 1, parts.allSatisfy({ $0.store === store })
        else {
            try await undoAlone()
            for other in others { try await other.undo(with: []) }
            return
        }
        let written = try await write(parts, to: store)
        var (words, opens) = ([String](), FeatureLink?.none)
        for (part, rows) in zip(parts, written) {
            let shown = try await part.show(rows)
            words.append(shown.words)
            opens = opens ?? shown.opens
        }
        tell(await records.notice(words.filter { !$0.isEmpty }.joined(separator: " "), scope, opens: opens))
    }

    /// Writes the plans of parts, and returns the written rows of each.
    private func write(_ parts: [any StoredUndoPart], to store: any RecordStore & AnyObject) async throws
        -> [[StoredRow]]
    {
        while true {
            var batch: [CollectionWrites] = []
            for part in parts { batch.append(try await makePlan(of: part, among: parts)) }
            guard batch.contains(where: { !$0.writes.isEmpty }) || !scope.isRest else {
                throw explain(.changed(nil), besides: 0)
            }
            RunningAction.current?.note(undone: change)
            do { return try await store.write(batch) } catch let error as StorageError where error.code == .conflict {
                // Another writer was faster. Its change is seen in the next round.
                try Task.checkCancellation()
            } catch let error as StorageError where error.code == .alreadyTaken {
                throw UndoRefused.taken.asInput()
            } catch { throw records.refusal(of: nil, error) }
        }
    }

    private func makePlan(
        of part: any StoredUndoPart, among parts: [any StoredUndoPart]
    ) async throws -> CollectionWrites {
        do { return try await part.makePlan() } catch let refusal as UndoRefused {
            throw part.explain(refusal, besides: parts.filter { $0 !== part }.reduce(0) { $0 + $1.recordCount })
        }
    }

    private func undoAlone() async throws {
        let added = scope.field == nil ? entries.filter { $0.operation == .inserted }.map(\.id) : []
        if !added.isEmpty { try await records.verifyRight(toRemove: added) }
        let undone: UndoneChange<R>
        do {
            undone =
                if let field = scope.field { try await records.bringBack(field, in: entries, of: change) } else {
                    try await leavingOutRest { try await records.service.undo(entries) }
                }
        } catch let refusal as UndoRefused { throw explain(refusal, besides: 0) } catch {
            throw records.refusal(of: nil, error)
        }
        let shown = await records.show(undone, scope, titles: titles)
        tell(await records.notice(shown.words, scope, opens: shown.opens))
    }

    /// Calls a function again without the entries of records that have changed since, if the call asks for that.
    private func leavingOutRest<T>(_ undo: () async throws -> T) async throws -> T {
        while true {
            do { return try await undo() } catch UndoRefused.changed(let last, let ids) where scope.isRest {
                let rest = entries.filter { !ids.contains($0.id) }
                guard !rest.isEmpty, !ids.isEmpty else { throw UndoRefused.changed(last, of: ids) }
                entries = rest
            }
        }
    }
}

/// A part of a change that may be taken back together with parts of other lists.
private protocol StoredUndoPart: AnyObject {
    /// The store of the records; `nil` for records that only one launch has, and for the value of a single field.
    var store: (any RecordStore & AnyObject)? { get }
    /// The number of records.
    var recordCount: Int { get }

    /// Returns the writes that take back the part.
    ///
    /// - Throws: ``UndoRefused``; ``StorageError``.
    func makePlan() async throws -> CollectionWrites

    /// Shows the written rows.
    ///
    /// - Returns: The words that tell what has become of the records, and the link to one that the list does not show.
    func show(_ rows: [StoredRow]) async throws -> (words: String, opens: FeatureLink?)

    /// Returns the error for a refusal, and offers to take back the change of the records that no later change prevents.
    ///
    /// - Parameter count: The number of the change's records in other parts.
    func explain(_ refusal: UndoRefused, besides count: Int) -> InputRefused
}

extension RecordUndo: StoredUndoPart {
    fileprivate var store: (any RecordStore & AnyObject)? {
        scope.field == nil ? collection?.store.unnamed as? any RecordStore & AnyObject : nil
    }

    private var collection: RecordCollection<R>? { records.collection }

    private var titles: [String: String] { entries.titles(R.fields.map(\.description)) }

    fileprivate var recordCount: Int { Set(entries.map(\.id)).count }

    fileprivate func makePlan() async throws -> CollectionWrites {
        guard let collection else { throw UndoRefused.unknown }
        do { plan = try await leavingOutRest { try await collection.plan(toUndo: entries) } } catch UndoRefused.changed
            where scope.isRest
        {
            // Another list may have a rest.
            plan = UndoPlan()
        }
        let removed = [CollectionWrites(R.collection, plan.writes)].removed.flatMap(\.ids)
        if !removed.isEmpty { try await records.verifyRight(toRemove: removed) }
        return CollectionWrites(R.collection, collection.store.unnamed(plan.writes))
    }

    fileprivate func show(_ rows: [StoredRow]) async throws -> (words: String, opens: FeatureLink?) {
        await collection?.finishWrite()
        return await records.show(
            try UndoneChange(plan, collection?.store.named(rows) ?? rows), scope, titles: titles)
    }

    fileprivate func explain(_ refusal: UndoRefused, besides count: Int) -> InputRefused {
        if let notice = records.offer(ofRestOf: entries, scope, after: refusal, besides: count) { tell(notice) }
        return refusal.asInput(naming: records.subject(of: refusal))
    }
}
