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
        case .misfit(let misfit): await follow(misfit)
        case _ where hasFailed && concernsShown(change): await load()
        default:
            // A record that fits again is one of the list, at a place that only a new read knows.
            if change.recordID.map(forgetMisfit) ?? false { return await reload() }
            if await shows(change) { await showNamed() }
        }
    }

    private func follow(_ misfit: Misfit) async {
        guard place != .list else {
            _ = await shows(.misfit(misfit))
            misfits = misfits.filter { $0.id != misfit.id } + [misfit]
            await showNamed()
            return report([misfit])
        }
        if place == .history {
            await readHistory()
            return await showNamed()
        }
        let shown = shownRecord?.revision ?? shownMisfit?.revision ?? 0
        guard misfit.id == shownID, shown < misfit.revision else { return }
        (shownMisfit, single, hasFailed) = (misfit, nil, false)
        await readHistory()
        await showNamed()
    }

    /// Forgets that a record of the list does not fit, and returns whether the shown record or one of the list did not.
    func forgetMisfit(_ id: String) -> Bool {
        let count = misfits.count
        misfits.removeAll { $0.id == id }
        return place == .record(id) ? shownMisfit != nil : misfits.count < count && place == .list
    }

    /// Returns whether a change can end the failure that is shown.
    private func concernsShown(_ change: RecordChange<R>) -> Bool {
        guard let shownID else { return isLoaded }
        return change.recordID.map { $0 == shownID } ?? true
    }

    /// Applies a change, shows further records in place of those that have gone, and returns whether something changed.
    private func shows(_ change: RecordChange<R>) async -> Bool {
        let isChanged = apply(change)
        if place == .history {
            guard !isInHistory(change) else { return false }
            await readHistory()
            return true
        }
        if isChanged, place != .list { await readHistory() }
        return await refill() && place == .list || isChanged
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
            let misfits = try await read()
            await showNamed()
            report(misfits)
        } catch is CancellationError {
        } catch {
            fail("The \(name) could not be loaded again: \(error)")
        }
    }
}
