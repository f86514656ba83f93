import FeatureKit

extension LiveRecords {
    /// Inserts a record and shows it.
    ///
    /// A list in the order of insertion shows the record last. A list with a query shows it at its place. If the query
    /// does not select the record, or if its place is after the loaded pages, a notice says so and links to it. Several
    /// such records of one action, or of one second, share a notice with their number.
    ///
    /// - Throws: `InputRefused` if another record has the same unique key; ``StorageError``.
    public func insert(_ record: R) async throws {
        let stored: Stored<R>
        let record = try await resolved(record)
        do { stored = try await service.insert(record) } catch { throw refusal(of: record, error) }
        let wasWhole = list?.next == nil
        let shownPlace = list?.insertOwn(stored)
        if wasWhole, list?.next != nil { followCount() }
        if keepsTotal { tally.insertOwn(stored.revision) }
        guard place == .list ? list != nil : shownID != stored.id else { return await load() }
        if place == .history { await readHistory() }
        await showNamed()
        if place == .list, let shownPlace { note(stored, at: shownPlace, after: .added) }
    }

    /// Reports own records that the list does not show, in one notice a second at most.
    ///
    /// - Parameter now: The time since any fixed moment.
    /// - Returns: The time after which to call this method again; `nil` if everything is reported.
    func reportHidden(at now: Duration) -> Duration? {
        guard let wait = hidden.wait(at: now) else { return nil }
        guard wait == .zero else { return wait }
        if reportHidden() { hidden.reported = now }
        return nil
    }

    @discardableResult
    private func reportHidden() -> Bool {
        let notice = hidden.takeNotice(named: name, link: link) { list?.record($0) != nil }
        if let notice { report(.notice(notice)) }
        return notice != nil
    }

    private func note(_ stored: Stored<R>, at place: RecordList<R>.OwnPlace, after event: HiddenRecords<R>.Event) {
        hidden.add(stored, at: place, after: event)
        // Without a scene, each record has a notice of its own.
        if !sharesNotices { reportHidden() }
    }

    /// Changes a record and shows the result.
    ///
    /// If the list showed the record and no longer shows it, a notice says so and links to the record.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw, or `nil` to change the record whatever its revision is.
    ///   - edit: Changes the record. It is called again if another writer saves a change first.
    /// - Throws: `InputRefused`, after showing the current record, if the revision is stale or the record no longer
    ///   exists; `InputRefused` if another record has the same unique key; ``StorageError``; any error of `edit`.
    public func change(
        _ id: String, seen revision: Int64? = nil, _ edit: (inout R) throws -> Void
    ) async throws {
        let keys = try await givenKeys()
        let shown = shownIDs([id])
        var edited: R?
        let stored: Stored<R>
        do {
            stored = try await service.change(id, seen: revision) { record in
                try edit(&record)
                try keys.replaceTitles(in: &record)
                edited = record
            }
        } catch let misfit as Misfit { return try await mend(misfit, seen: revision) } catch {
            throw refusal(of: edited, error)
        }
        await showChanges([stored], shownBefore: shown)
    }

    /// Changes several records at once and shows the result.
    ///
    /// Changes all of them or none. If a record is stale or gone, the refusal names it, and a notice offers to do the same
    /// with the others.
    ///
    /// - Parameters:
    ///   - chosen: The records, each once: `Input.rows`.
    ///   - edit: Changes a record. It is called again if another writer saves a change first.
    /// - Throws: The errors of ``change(_:seen:_:)``.
    public func change(_ chosen: [ChosenRecord], _ edit: (inout R) throws -> Void) async throws {
        if let only = chosen.only { return try await change(only.id, seen: only.revision, edit) }
        let keys = try await givenKeys()
        let shown = shownIDs(chosen.map(\.id))
        var edited: R?
        let stored: [Stored<R>]
        do {
            stored = try await service.change(chosen) { record in
                try edit(&record)
                try keys.replaceTitles(in: &record)
                edited = record
            }
        } catch let stale as StaleRecords<R> { throw await refusal(of: chosen, stale) } catch {
            throw refusal(of: edited, error)
        }
        await showChanges(stored, shownBefore: shown)
    }

    /// Returns the keys of the records that the list shows.
    private func shownIDs(_ ids: [String]) -> Set<String> {
        place == .list ? Set(ids.filter { list?.record($0) != nil }) : []
    }

    private func showChanges(_ changed: [Stored<R>], shownBefore: Set<String>) async {
        var gone: [(stored: Stored<R>, place: RecordList<R>.OwnPlace)] = []
        for stored in changed {
            if let place = list?.changeOwn(stored), shownBefore.contains(stored.id) { gone.append((stored, place)) }
            if stored.id == shownID { single?.apply(.updated(stored)) }
        }
        await refill()
        if place == .history || changed.contains(where: { $0.id == shownID }) { await readHistory() }
        await showNamed()
        for each in gone { note(each.stored, at: each.place, after: .changed) }
    }

    /// Removes a record and shows the remaining records.
    ///
    /// If only this record is shown, sends the person to the list.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw, or `nil` to remove the record whatever its revision is.
    /// - Throws: `InputRefused`, after showing the current record, if the revision is stale or the record no longer
    ///   exists; ``StorageError``.
    public func remove(_ id: String, seen revision: Int64? = nil) async throws {
        try await verifyRight(toRemove: [id])
        do { try await service.remove(id, seen: revision) } catch { throw refusal(of: nil, error) }
        await showRemoval(of: [id])
    }

    /// Removes several records at once and shows the remaining records.
    ///
    /// Removes all of them or none. If a record is stale or gone, the refusal names it, and a notice offers to do the same
    /// with the others.
    ///
    /// - Parameter chosen: The records, each once: `Input.rows`.
    /// - Throws: The errors of ``remove(_:seen:)``.
    public func remove(_ chosen: [ChosenRecord]) async throws {
        if let only = chosen.only { return try await remove(only.id, seen: only.revision) }
        try await verifyRight(toRemove: chosen.map(\.id))
        do { try await service.remove(chosen) } catch let stale as StaleRecords<R> {
            throw await refusal(of: chosen, stale)
        } catch { throw refusal(of: nil, error) }
        await showRemoval(of: chosen.map(\.id))
    }

    private func showRemoval(of ids: [String]) async {
        for id in ids {
            _ = forgetMisfit(id)
            list?.removeOwn(id)
            single?.removeOwn(id)
            hidden.remove(id)
            if keepsTotal { tally.removeOwn(id) }
        }
        await refill()
        if place == .history { await readHistory() }
        await showNamed()
        if let shownID, ids.contains(shownID) { leave?() }
    }

    /// Returns the error to throw for a failed change.
    ///
    /// If the record is stale, shows the current record first.
    func refusal(of record: R?, _ error: any Error) -> any Error {
        switch error {
        case let stale as StaleRecord<R>:
            show([stale])
            return InputRefused(["id": "\(stale)"], advice: ["id": stale.advice])
        case let error as StorageError where error.code == .alreadyTaken:
            return record.flatMap { taken?($0) } ?? error
        case let error as StorageError where error.reference != nil: return refusal(of: error)
        case let misfit as Misfit: return InputRefused(["id": "\(misfit); correct these values first"])
        default: return error
        }
    }

    /// Returns the error to throw if a reference would have been broken.
    private func refusal(of error: StorageError) -> any Error {
        guard let reference = error.reference else { return error }
        let key = FieldValue.quote(reference.targetID)
        guard reference.count > 0 else {
            let title = R.fields.lazy.map(\.description).first { $0.name == reference.field }?.title ?? reference.field
            return InputRefused(
                [reference.field: "expected the key of a record that exists, got \(key)"],
                advice: [reference.field: "There is no such record any more. Choose another for “\(title)”."])
        }
        let own = reference.target == R.collection ? list?.record(reference.targetID) ?? shownRecord : nil
        let title = own.flatMap { $0.id == reference.targetID ? $0.quotedTitle : nil } ?? key
        let others = collection?.targets?.feature(ofCollection: reference.source)?.manifest.title ?? reference.source
        // All viewers may see the refusal.
        let source = collection?.targets?.feature(ofCollection: reference.source)?.manifest.id
        let isOpen = source.flatMap { collection?.targets?.isOpen($0, to: R.collection) } ?? false
        let words =
            isOpen
            ? "\(reference.referrers) of \(others) \(reference.count == 1 ? "names" : "name") it"
            : "records of \(others) name it"
        let field = RunningAction.current?.arguments["ids"] == nil ? "id" : "ids"
        return InputRefused(
            [field: "expected a record that no other one names, got \(key): \(words)"],
            advice: [field: "\(title) stays: \(words). Change or remove them first."])
    }

    /// Returns the error to throw if some of several records are stale, and offers the others in a notice.
    private func refusal(of chosen: [ChosenRecord], _ error: StaleRecords<R>) async -> InputRefused {
        var titles: [String] = []
        for record in error.records { titles.append(await title(of: record)) }
        show(error.records)
        let stale = Set(error.records.map(\.id))
        offer(chosen.filter { !stale.contains($0.id) })
        let have = titles.count == 1 ? "has" : "have"
        let words = "\(titles.enumerated) \(have) been changed or removed since you loaded the list"
        return InputRefused(
            ["ids": "\(words); nothing was done"],
            advice: ["ids": "\(words), so nothing was done. Check the new values."])
    }

    /// Returns the title of a record that is stale or gone, by the list, the record or its history; else its key.
    private func title(of stale: StaleRecord<R>) async -> String {
        if let title = list?.record(stale.id)?.quotedTitle ?? stale.current?.quotedTitle { return title }
        let last = try? await service.history(matching: HistorySelection(id: stale.id), limit: 1).first
        return FieldValue.quote(last?.titleText(R.fields.map(\.description)) ?? stale.id)
    }

    private func show(_ stale: [StaleRecord<R>]) {
        for each in stale {
            list?.show(each)
            single?.show(each)
        }
        show()
    }

    /// Offers to perform the running action with some of its records.
    private func offer(_ rest: [ChosenRecord]) {
        // A button cannot empty a field, so it would do something else.
        guard !rest.isEmpty, let running = RunningAction.current, running.emptied.isEmpty,
            let action = running.manifest.action(named: running.action)
        else { return }
        let count = rest.count
        // All viewers may see the notice. A front end asks for a secret again.
        let secrets = Set(action.fields.lazy.filter { $0.kind == .secret }.map(\.name))
        let arguments = running.arguments.filter { !secrets.contains($0.key) }
        let button = Button(
            action, title: count == 1 ? "\(action.title) the other one" : "\(action.title) the other \(count.grouped)",
            arguments: arguments.merging(rest.arguments) { $1 },
            role: action.effect == .removes ? .destructive : .normal)
        report(.notice(Notice("The other \(count == 1 ? "record has" : "\(name) have") not changed.", button: button)))
    }
}
