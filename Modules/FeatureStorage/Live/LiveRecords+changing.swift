import FeatureKit

extension LiveRecords {
    /// Inserts a record and shows it.
    ///
    /// A list in the order of insertion shows the record last. A list with a query shows it at its place. If the query
    /// does not select the record, or if its place is after the loaded pages, a notice says so and links to it.
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
        if shownID == nil, let place { reportHidden(stored, place, after: "added") }
    }

    /// Announces an own record that the list does not show, with a link to its page.
    ///
    /// - Parameters:
    ///   - stored: The record.
    ///   - place: Where the record is.
    ///   - change: What happened to the record: `added` or `changed`.
    private func reportHidden(_ stored: Stored<R>, _ place: RecordList<R>.OwnPlace, after change: String) {
        guard place != .shown else { return }
        let text = R.fields.lazy.map(\.description).first { $0.kind == .text }.flatMap { stored.values[$0.name] }
        let name = text.map { FieldValue.quote($0.description) } ?? "The record"
        var link = link.flatMap { $0(stored.id) }
        link?.title = "Show"
        let reason = place == .unselected ? "Your search hides it." : "Its place is further down in this order."
        report(.notice(Notice("\(name) was \(change). \(reason)", tone: .positive, opens: link)))
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
        var (edited, hidden): (R?, (stored: Stored<R>, place: RecordList<R>.OwnPlace)?)
        do {
            let stored = try await service.change(id, seen: revision) { record in
                try edit(&record)
                edited = record
            }
            if let place = list?.changeOwn(stored), wasShown { hidden = (stored, place) }
            if stored.id == shownID { single?.apply(.updated(stored)) }
        } catch { throw refusal(of: edited, error) }
        await refill()
        show()
        if let hidden { reportHidden(hidden.stored, hidden.place, after: "changed") }
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
