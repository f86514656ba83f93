public import FeatureKit

extension LiveRecords {
    /// Returns the further changes by other sessions and processes, or `nil` if only this launch can change the
    /// records.
    public func changes() -> RecordChanges<R>? { service.changes() }

    /// Applies a change by another session or process and shows the result.
    func follow(_ change: RecordChange<R>) async {
        switch change {
        case .reset where isLoaded && !hasFailed: await reload()
        case .interrupted(let reason) where !hasFailed:
            report(.notice(Notice("The \(name) may be out of date for a while: \(reason)", tone: .warning)))
        case .resumed where hasFailed: await load()
        case .resumed: report(.notice(Notice("The \(name) are up to date again.", tone: .positive)))
        case .unreadable(let row) where shownID != nil:
            if row.id == shownID, (shownRecord?.revision ?? 0) < row.revision { fail("\(row)") }
        case .unreadable(let row):
            if await shows(change) { show() }
            reportUnreadable([row])
        case _ where hasFailed && concernsShown(change): await load()
        default:
            if await shows(change) { show() }
        }
    }

    /// Returns whether a change can end the failure that is shown.
    private func concernsShown(_ change: RecordChange<R>) -> Bool {
        guard let shownID else { return isLoaded }
        return change.recordID.map { $0 == shownID } ?? true
    }

    /// Applies a change, shows further records in place of those that have gone, and returns whether something changed.
    private func shows(_ change: RecordChange<R>) async -> Bool {
        let isChanged = apply(change)
        if isChanged, shownID != nil { await readHistory() }
        return await refill() && shownID == nil || isChanged
    }

    /// Applies a change, and returns whether the shown records changed.
    @discardableResult
    func apply(_ change: RecordChange<R>) -> Bool {
        let (oldTotal, wasWhole) = (total, list?.next == nil)
        let isListChanged = list?.apply(change) ?? false
        if wasWhole, list?.next != nil { followCount() }
        if keepsTotal { tally.apply(change) }
        guard let shownID else { return isListChanged || total != oldTotal }
        return change.recordID == shownID && single?.apply(change) ?? false
    }

    /// Loads the list or the record again after missed changes.
    ///
    /// If loading fails, reports the failure, because the shown records may be out of date.
    private func reload() async {
        do {
            let unreadable = try await read()
            show()
            reportUnreadable(unreadable)
        } catch is CancellationError {
        } catch {
            fail("The \(name) could not be loaded again: \(error)")
        }
    }
}
