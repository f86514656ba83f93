import FeatureKit

extension LiveRecords {
    /// Takes back a change, shows the result, and reports a notice that offers to do it again.
    ///
    /// A removed record returns to its old place in every session. A person needs the right to the action that made the
    /// change. To remove what another person has added, a person also needs the right to an action of the feature that
    /// removes records. A change without a known action needs the right to every action. Outside of an action there is no
    /// person, and nothing is checked.
    ///
    /// - Parameters:
    ///   - change: The number of the change (`Answer.change`).
    ///   - id: The key of the record to which this is limited; `nil` for all records of the change.
    ///   - field: The name of the field whose value before the change is brought back, although it was changed later; `nil`
    ///     to take back all that the change did.
    /// - Throws: ``UndoRefused/unknown`` if the history does not have the change; `InputRefused` with the reason if it
    ///   cannot be taken back; `FeatureError` with the code `forbidden`; ``StorageError``.
    public func undo(_ change: Int64, of id: String? = nil, field: String? = nil) async throws {
        guard let undo = try await prepareUndo(of: change, of: id, field: field) else { throw UndoRefused.unknown }
        try await undo()
    }

    /// The name of the collection of the records.
    var collection: String { R.collection }

    /// Checks whether a person may take back a change, and returns what does so.
    ///
    /// - Returns: A function with the effects of ``undo(_:of:field:)``; `nil` if the history does not have the change.
    /// - Throws: The errors of ``undo(_:of:field:)``.
    func prepareUndo(
        of change: Int64, of id: String?, field: String?
    ) async throws -> (() async throws -> Void)? {
        do {
            let entries = try await service.entriesToUndo(of: change).filter { id == nil || $0.id == id }
            guard !entries.isEmpty else { return nil }
            var verified: Set<UndoneDeed> = []
            for entry in entries where verified.insert(UndoneDeed(entry)).inserted { try await verify(entry) }
            // With a list of captures, the closure would leave its actor (Swift 6.3).
            return { try await self.takeBack(entries, field: field, of: change) }
        } catch let refusal as UndoRefused {
            if refusal == .unknown { return nil }
            throw refusal.asInput()
        }
    }

    private func takeBack(_ entries: [HistoryEntry], field: String?, of change: Int64) async throws {
        let undone: UndoneChange<R>
        do {
            undone =
                if let field { try await bringBack(field, in: entries, of: change) } else {
                    try await service.undo(entries)
                }
        } catch let refusal as UndoRefused { throw refusal.asInput(naming: subject(of: refusal)) }
        await show(undone)
    }

    /// Returns the words for the record whose later change is the reason of a refusal.
    private func subject(of refusal: UndoRefused) -> String {
        guard case .changed(let entry?) = refusal, entry.id != shownID else { return "the record" }
        let values = entry.operation == .removed ? entry.before : entry.after
        let title = R.fields.lazy.map(\.description).quotedTitle(of: values)
        return title ?? list?.record(entry.id)?.quotedTitle ?? "the record"
    }

    private func show(_ undone: UndoneChange<R>) async {
        var hiddenID: String?
        for stored in undone.returned {
            let place = list?.restoreOwn(stored)
            if place != .shown { hiddenID = stored.id }
            if keepsTotal { tally.insertOwn(stored.revision) }
            if stored.id == shownID { single = RecordList(stored) }
        }
        for stored in undone.updated {
            if list?.changeOwn(stored) ?? .shown != .shown { hiddenID = stored.id }
            if stored.id == shownID { single?.apply(.updated(stored)) }
        }
        let removed = undone.removed.first.flatMap { list?.record($0) ?? single?.record($0) }?.quotedTitle
        for id in undone.removed {
            list?.removeOwn(id)
            single?.removeOwn(id)
            hidden.remove(id)
            if keepsTotal { tally.removeOwn(id) }
        }
        misfits += undone.misfits
        await refill()
        await readHistory()
        show()
        if let shownID, undone.removed.contains(shownID) { leave?() }
        let shown = shownID == nil ? hiddenID : nil
        report(.notice(notice(of: undone, removed: removed, hiddenID: shown)))
    }

    /// Brings back the values that a field had before the entries of a change.
    private func bringBack(
        _ field: String, in entries: [HistoryEntry], of change: Int64
    ) async throws -> UndoneChange<R> {
        var older: [String: FieldValue?] = [:]
        // The entries begin with the newest, so the value before the first one stays.
        for entry in entries where entry.operation == .updated && entry.changed(field) {
            older[entry.id] = .some(entry.before[field])
        }
        guard !older.isEmpty, R.fields.contains(where: { $0.description.name == field }) else {
            throw UndoRefused.unchanged
        }
        RunningAction.current?.note(undone: change)
        do {
            let updated = try await service.change(older.keys.sorted().map { ChosenRecord(id: $0) }) { record in
                var values = try record.flatValues()
                values[field] = older[record.id] ?? nil
                record = try R(id: record.id, values: values)
            }
            return UndoneChange(returned: [], updated: updated, removed: [])
        } catch is InputRefused { throw UndoRefused.misfit } catch is StaleRecords<R> {
            throw UndoRefused.changed(nil)
        } catch let error as StorageError where error.code == .alreadyTaken { throw UndoRefused.taken }
    }

    /// Reads the history of the record that is shown alone.
    ///
    /// If reading fails, the older entries stay.
    func readHistory() async {
        guard showsHistory, let shownID else {
            history = []
            return
        }
        if history.first.map({ $0.id != shownID }) ?? false { history = [] }
        let selection = HistorySelection(id: shownID)
        let entries = try? await service.history(matching: selection, limit: Self.historyLimit)
        // The person may have gone to another record meanwhile.
        if let entries, shownID == self.shownID { history = entries }
    }

    /// The number of entries that the page of a record shows.
    private static var historyLimit: Int { 20 }

    private func notice(of undone: UndoneChange<R>, removed: String?, hiddenID: String?) -> Notice {
        let again = RunningAction.current?.change.map {
            Button(
                RecordHistory.undo, title: "Redo", arguments: [RecordHistory.change.description.name: .integer(Int($0))]
            )
        }
        var place = hiddenID.flatMap { id in link.flatMap { $0(id) } }
        place?.title = "Show"
        return Notice(words(of: undone, removed: removed), tone: .positive, button: again, opens: place)
    }

    private func words(of undone: UndoneChange<R>, removed: String?) -> String {
        let records = undone.returned + undone.updated
        let count = records.count + undone.removed.count + undone.misfits.count
        guard count == 1 else {
            return count == 0 ? "Nothing was left to undo." : "Undone for \(count.grouped) \(name)."
        }
        let misfit = undone.misfits.first.map { FieldValue.quote($0.title(R.fields.map(\.description))) }
        let title = records.first?.quotedTitle ?? removed ?? misfit ?? "The record"
        if undone.removed.count == 1 { return "\(title) was removed again." }
        return undone.returned.isEmpty && undone.misfits.isEmpty ? "\(title) is changed back." : "\(title) is back."
    }

    /// Checks whether the caller may take back an entry.
    private func verify(_ entry: HistoryEntry) async throws {
        guard let running = RunningAction.current else { return }
        let (manifest, person) = (running.manifest, running.person)
        let cause = try await origin(of: entry.cause)
        if let cause, cause.feature == manifest.id, let action = manifest.action(named: cause.action) {
            try manifest.verify(action, for: person)
        } else {
            for action in manifest.actions { try manifest.verify(action, for: person) }
        }
        let isOwn = person != nil && cause?.person == person?.id && entry.cause?.person == person?.id
        guard entry.operation == .inserted, !isOwn else { return }
        let removing = manifest.actions.filter { $0.effect == .removes }
        guard let first = removing.first else {
            throw FeatureError(.forbidden, "Only the person who has added a record can undo that.")
        }
        if !removing.contains(where: { $0.audience.includes(person) }) { try manifest.verify(first, for: person) }
    }

    /// Returns the cause of the first change in a chain of changes that were taken back; `nil` if it is unknown.
    ///
    /// A chain of more than 100 changes counts as unknown.
    private func origin(of cause: ChangeCause?) async throws -> ChangeCause? {
        var cause = cause
        for _ in 0..<100 {
            guard let undone = cause?.undone else { return cause }
            cause = try await service.history(matching: HistorySelection(change: undone), limit: 1).first?.cause
        }
        return nil
    }
}

/// What decides about the right to take back an entry.
private struct UndoneDeed: Hashable {
    let cause: ChangeCause?
    let isInsertion: Bool

    init(_ entry: HistoryEntry) { (cause, isInsertion) = (entry.cause, entry.operation == .inserted) }
}

extension UndoRefused {
    /// The refusal as one of the action's input.
    ///
    /// - Parameter record: The words for the record that has changed.
    func asInput(naming record: String = "the record") -> InputRefused {
        let reason = reason(naming: record) { RunningAction.current?.manifest.action(named: $0)?.title }
        let name = RecordHistory.change.description.name
        return InputRefused([name: "cannot be undone: \(reason)"], advice: [name: "This cannot be undone: \(reason)."])
    }
}

extension Stored {
    /// The value of the first field with a text, in quotes; `nil` if there is none.
    var quotedTitle: String? { R.fields.lazy.map(\.description).quotedTitle(of: values) }
}
