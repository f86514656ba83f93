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
        do { stored = try await service.insert(record) } catch { throw refusal(of: record, error) }
        let wasWhole = list?.next == nil
        let place = list?.insertOwn(stored)
        if wasWhole, list?.next != nil { followCount() }
        if keepsTotal { tally.insertOwn(stored.revision) }
        guard shownID == nil ? list != nil : shownID != stored.id else { return await load() }
        show()
        if shownID == nil, let place { note(stored, at: place, after: .added) }
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
        let wasShown = shownID == nil && list?.record(id) != nil
        var (edited, gone): (R?, (stored: Stored<R>, place: RecordList<R>.OwnPlace)?)
        do {
            let stored = try await service.change(id, seen: revision) { record in
                try edit(&record)
                edited = record
            }
            if let place = list?.changeOwn(stored), wasShown { gone = (stored, place) }
            if stored.id == shownID { single?.apply(.updated(stored)) }
        } catch { throw refusal(of: edited, error) }
        await refill()
        if id == shownID { await readHistory() }
        show()
        if let gone { note(gone.stored, at: gone.place, after: .changed) }
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
        do { try await service.remove(id, seen: revision) } catch { throw refusal(of: nil, error) }
        list?.removeOwn(id)
        single?.removeOwn(id)
        hidden.remove(id)
        if keepsTotal { tally.removeOwn(id) }
        await refill()
        show()
        if id == shownID { leave?() }
    }

    /// Returns the error to throw for a failed change.
    ///
    /// If the record is stale, shows the current record first.
    private func refusal(of record: R?, _ error: any Error) -> any Error {
        switch error {
        case let stale as StaleRecord<R>:
            list?.show(stale)
            single?.show(stale)
            show()
            return InputRefused(["id": "\(stale)"], advice: ["id": stale.advice])
        case let error as StorageError where error.code == .alreadyTaken:
            return record.flatMap { taken?($0) } ?? error
        default: return error
        }
    }
}
