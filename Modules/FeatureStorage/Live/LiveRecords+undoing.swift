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
    ///   - again: Whether the change is one that took back another one, which is done again. It decides the words.
    ///   - rest: Whether records that have changed since are left out.
    /// - Throws: ``UndoRefused/unknown`` if the history does not have the change; `InputRefused` with the reason if it
    ///   cannot be taken back; `FeatureError` with the code `forbidden`; ``StorageError``.
    public func undo(
        _ change: Int64, of id: String? = nil, field: String? = nil, again: Bool = false, rest: Bool = false
    ) async throws {
        let scope = UndoScope(id: id, field: field, isAgain: again, isRest: rest)
        guard let part = try await prepareUndo(of: change, scope) else { throw UndoRefused.unknown }
        try await part.undo(with: [])
    }

    /// Returns the change that the running person takes back next; `nil` for none.
    ///
    /// - Parameters:
    ///   - again: Whether to return the change that took back what the person does again next.
    ///   - feature: The feature whose changes are considered; `nil` for those of every feature.
    func nextUndo(again: Bool, by feature: String? = nil) async throws -> Int64? {
        guard let person = RunningAction.current?.person?.id else { return nil }
        let since = Instant(bounding: Instant.now.millisecondsSince1970 - Int(UndoOrder.reach / .milliseconds(1)))
        // A store would look for a time through the whole history.
        let entries = try await service.history(matching: HistorySelection(), limit: UndoOrder.entryLimit)
        let order = UndoOrder(
            entries.filter { $0.instant >= since && (feature == nil || $0.cause?.feature == feature) })
        return again ? order.nextAgain(of: person) : order.next(of: person)
    }

    /// The name of the collection of the records.
    var collectionName: String { R.collection }

    /// Checks whether a person may take back a change, and returns what does so.
    ///
    /// - Parameters:
    ///   - change: The number of the change.
    ///   - scope: Which part of the change is taken back.
    ///   - other: The feature of the records, if it is not the session's.
    ///   - tell: Shows the notices about what was taken back; `nil` to report them as this list's own.
    /// - Returns: What has the effects of ``undo(_:of:field:again:rest:)``; `nil` if the history does not have the change.
    /// - Throws: The errors of ``undo(_:of:field:again:rest:)``.
    func prepareUndo(
        of change: Int64, _ scope: UndoScope, in other: FeatureManifest? = nil, telling tell: ((Notice) -> Void)? = nil
    ) async throws -> RecordUndo<R>? {
        do {
            let entries = try await service.entriesToUndo(of: change).filter { scope.id == nil || $0.id == scope.id }
            guard !entries.isEmpty else { return nil }
            var verified: Set<UndoneDeed> = []
            for entry in entries where verified.insert(UndoneDeed(entry)).inserted {
                try await verify(entry, in: other)
            }
            return RecordUndo(of: change, entries, scope, in: self) { [report] notice in
                tell?(notice) ?? report(.notice(notice))
            }
        } catch let refusal as UndoRefused {
            if refusal == .unknown { return nil }
            throw refusal.asInput()
        }
    }

    /// Returns the notice that offers to take back the change of the records that no later change prevents; `nil` if
    /// there are none.
    ///
    /// - Parameter others: The number of the change's records in other lists.
    func offer(
        ofRestOf entries: [HistoryEntry], _ scope: UndoScope, after refusal: UndoRefused, besides others: Int
    ) -> Notice? {
        guard case .changed(_, let prevented) = refusal, !scope.isRest, let change = entries.first?.change else {
            return nil
        }
        let ids = Set(entries.map(\.id))
        let count = ids.subtracting(prevented).count + others
        guard !prevented.isEmpty, let button = RecordHistory.button(of: change, for: count, among: ids.count + others)
        else { return nil }
        return Notice("The other \(count == 1 ? "record has" : "\(name) have") not changed.", button: button)
    }

    /// Returns the words for the record whose later change is the reason of a refusal.
    func subject(of refusal: UndoRefused) -> String {
        guard case .changed(let entry?, _) = refusal, entry.id != shownID else { return "the record" }
        let values = entry.operation == .removed ? entry.before : entry.after
        let title = R.fields.lazy.map(\.description).quotedTitle(of: values)
        return title ?? list?.record(entry.id)?.quotedTitle ?? "the record"
    }

    /// Shows what has become of the records.
    ///
    /// - Parameter titles: The titles of the records as the history knows them, by their keys.
    /// - Returns: The words that tell it, which are empty if nothing was left to take back, and the link to a record that
    ///   the list does not show.
    func show(
        _ undone: UndoneChange<R>, _ scope: UndoScope, titles: [String: String]
    ) async -> (words: String, opens: FeatureLink?) {
        var hiddenID: String?
        for stored in undone.returned {
            if list?.restoreOwn(stored) != .shown { hiddenID = stored.id }
            if keepsTotal { tally.insertOwn(stored.revision) }
            if stored.id == shownID { single = RecordList(stored) }
        }
        for stored in undone.updated {
            if list?.changeOwn(stored) ?? .shown != .shown { hiddenID = stored.id }
            if stored.id == shownID { single?.apply(.updated(stored)) }
        }
        let removed = undone.removed.map { id in
            (list?.record(id) ?? single?.record(id))?.quotedTitle ?? titles[id].map(FieldValue.quote)
        }
        for id in undone.removed {
            list?.removeOwn(id)
            single?.removeOwn(id)
            hidden.remove(id)
            if keepsTotal { tally.removeOwn(id) }
        }
        misfits += undone.misfits
        await refill()
        await readHistory()
        await showNamed()
        if let shownID, undone.removed.contains(shownID) { leave?() }
        var hiddenPlace = place == .list ? hiddenID.flatMap { id in link.flatMap { $0(id) } } : nil
        hiddenPlace?.title = "Show"
        return (words(of: undone, scope, removed: removed), hiddenPlace)
    }

    /// Returns the notice about what was taken back, which offers to do it again.
    func notice(_ words: String, _ scope: UndoScope, opens: FeatureLink?) async -> Notice {
        // A change that takes back a change can itself be taken back, and what it took back can be done again.
        let next = scope.isAgain ? try? await nextUndo(again: true) : nil
        let isAgain = scope.isAgain ? next != nil : scope.field == nil
        let button = (next ?? RunningAction.current?.change).map { change in
            isAgain ? RecordHistory.button(of: change, with: RecordHistory.again) : RecordHistory.button(of: change)
        }
        let text = words.isEmpty ? "Nothing was left to undo." : words
        return Notice(text, tone: .positive, button: button, opens: opens)
    }

    /// Brings back the values that a field had before the entries of a change.
    func bringBack(
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

    /// Returns the sentences that tell what has become of the records.
    ///
    /// - Parameter removed: The titles of the removed records, as far as they are known.
    private func words(of undone: UndoneChange<R>, _ scope: UndoScope, removed: [String?]) -> String {
        let fields = R.fields.map(\.description)
        let misfits = undone.misfits.map { FieldValue.quote($0.title(fields)) }
        let sentences = [
            sentence(about: undone.returned.map(\.quotedTitle) + misfits, "back"),
            sentence(about: undone.updated.map(\.quotedTitle), scope.isAgain ? "changed again" : "changed back"),
            sentence(about: removed, "removed again", isPast: true),
        ]
        return sentences.compactMap(\.self).joined(separator: " ")
    }

    private func sentence(about titles: [String?], _ end: String, isPast: Bool = false) -> String? {
        let isOne = titles.count == 1
        let verb =
            switch (isOne, isPast) {
            case (true, true): "was"
            case (true, false): "is"
            case (false, true): "were"
            case (false, false): "are"
            }
        let known = titles.compactMap(\.self)
        let subject =
            known.count == titles.count ? known.enumerated : isOne ? "The record" : "\(titles.count.grouped) \(name)"
        return titles.isEmpty ? nil : "\(subject) \(verb) \(end)."
    }

    /// Checks whether the caller may take back an entry.
    private func verify(_ entry: HistoryEntry, in other: FeatureManifest?) async throws {
        guard let running = RunningAction.current else { return }
        let (manifest, person) = (other ?? running.manifest, running.person)
        let cause = try await origin(of: entry.cause)
        if let cause, let causing = manifest.id == cause.feature ? manifest : origin(of: cause, near: running),
            let action = causing.action(named: cause.action)
        {
            try causing.verify(action, for: person)
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

    /// Returns the manifest of another feature that has made a change, if the host has it and it lists records that are
    /// connected with these ones by references.
    private func origin(of cause: ChangeCause, near running: RunningAction) -> FeatureManifest? {
        if running.manifest.id == cause.feature { return running.manifest }
        let near = collection?.targets?.features(around: R.collection).map(\.manifest) ?? []
        return near.first { $0.id == cause.feature }
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

/// Which part of a change is taken back, and how.
struct UndoScope {
    /// The record to which this is limited; `nil` for all.
    var id: String?
    /// The field whose older value is brought back; `nil` for all.
    var field: String?
    /// Whether the change took back another one, which is done again.
    var isAgain = false
    /// Whether records that have changed since are left out.
    var isRest = false
}

/// What decides about the right to take back an entry.
private struct UndoneDeed: Hashable {
    let cause: ChangeCause?
    let isInsertion: Bool

    init(_ entry: HistoryEntry) { (cause, isInsertion) = (entry.cause, entry.operation == .inserted) }
}

extension RecordHistory {
    /// Returns the refusal of a call for which there is nothing to take back.
    static func refusal(of input: Input) -> InputRefused {
        let name = change.description.name
        guard input.values[name] == nil else { return UndoRefused.unknown.asInput() }
        guard RunningAction.current?.person != nil else {
            return InputRefused([name: "is needed, because nobody is signed in whose last change it could be"])
        }
        let nothing =
            input.values[again.description.name] == .boolean(true)
            ? "have taken back nothing that can be done again" : "have changed nothing here in the last hour"
        return InputRefused([name: "is needed, because you \(nothing)"], advice: [name: "You \(nothing)."])
    }
}

extension UndoRefused {
    /// The refusal as one of the action's input.
    ///
    /// - Parameter record: The words for the record that has changed.
    func asInput(naming record: String = "the record") -> InputRefused {
        let reasons = [true, false].map { isNumbered in
            reason(naming: record, isNumbered: isNumbered) { RunningAction.current?.manifest.action(named: $0)?.title }
        }
        let name = RecordHistory.change.description.name
        return InputRefused(
            [name: "cannot be undone: \(reasons[0])"], advice: [name: "This cannot be undone: \(reasons[1])."])
    }
}

extension Stored {
    /// The title in quotes; `nil` if there is none.
    var quotedTitle: String? { R.fields.lazy.map(\.description).quotedTitle(of: values) }
}
