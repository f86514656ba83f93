import FeatureKit

extension LiveRecords {
    /// The number of entries by which a shown history grows.
    static var historyPageSize: Int { 20 }

    /// Reads the newest entries of the history that is shown.
    ///
    /// If reading fails, the older entries stay.
    func readHistory() async {
        guard place == .history || shownID != nil && showsHistory else { return history = [] }
        if let shownID, history.contains(where: { $0.id != shownID }) { history = [] }
        try? await loadHistory()
    }

    /// Reads the newest entries of the history that is shown, as many as were shown before.
    func loadHistory() async throws {
        let (place, limit) = (place, historyLimit)
        let selection = HistorySelection(id: shownID)
        var entries = try await service.history(matching: selection, limit: limit + 1)
        var hasOlder = entries.count > limit
        if hasOlder {
            entries.removeLast()
            if place == .history { hasOlder = try await complete(&entries) }
        }
        try Task.checkCancellation()
        // The person may have gone to another place meanwhile.
        guard place == self.place else { return }
        (history, hasOlderHistory) = (entries, hasOlder)
        guard place == .history else { return }
        isHistoryLoaded = true
        await nameHistory()
    }

    /// Finds the titles of the records in the history of all records.
    ///
    /// An update that leaves the title alone does not know it, and is then named by the list or by the store.
    private func nameHistory() async {
        let fields = R.fields.map(\.description)
        var titles = history.titles(fields)
        for id in Set(history.lazy.filter { !$0.id.isEmpty }.map(\.id)) where titles[id] == nil {
            titles[id] = historyTitles[id]
            guard titles[id] == nil else { continue }
            var values = list?.record(id)?.values
            if values == nil { values = try? await service.record(id)?.values }
            titles[id] = values.flatMap(fields.title)
        }
        historyTitles = titles
    }

    /// Shows older entries of the history that is shown.
    func loadOlderHistory() async throws {
        guard hasOlderHistory else { return }
        historyLimit = history.count + Self.historyPageSize
        try await loadHistory()
        await showNamed()
    }

    /// Returns whether the shown history has the entry of a change already, because the change wrote many records.
    func isInHistory(_ change: RecordChange<R>) -> Bool {
        guard let id = change.recordID, let entry = history.first(where: { $0.id == id }) else { return false }
        switch change {
        case .deleted: return entry.operation == .removed
        case .inserted(let stored), .updated(let stored):
            return entry.operation != .removed && entry.after.allSatisfy { stored.values[$0] == $1 }
        default: return false
        }
    }

    /// Adds the entries that the last change of a page has further on.
    ///
    /// - Returns: Whether there are older entries.
    private func complete(_ entries: inout [HistoryEntry]) async throws -> Bool {
        guard let last = entries.last else { return false }
        let rest = HistorySelection(change: last.change, before: last.number)
        entries += try await service.history(matching: rest, limit: RecordHistory.batchLimit)
        let older = HistorySelection(before: entries.last?.number)
        return try await !service.history(matching: older, limit: 1).isEmpty
    }
}
