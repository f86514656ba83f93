import FeatureKit

extension [HistoryEntry] {
    /// Returns the records, by change, whose part of the change no later entry prevents from being taken back.
    ///
    /// The entries are in the order from the newest to the oldest.
    package func undoableRecords() -> [Int64: Set<String>] {
        var known: [String: LaterState] = [:]
        var records: [Int64: Set<String>] = [:]
        var seen: Set<[String]> = []
        for entry in self {
            // Only the last entry of a record in a change meets what later changes have left.
            if seen.insert(["\(entry.change)", entry.id]).inserted, entry.isUndoable(in: known[entry.id]) {
                records[entry.change, default: []].insert(entry.id)
            }
            switch (known[entry.id], entry.operation) {
            case (nil, .removed): known[entry.id] = .gone
            case (.gone, _), (_, .removed): break
            case (let state, _):
                var values: [String: FieldValue?] = if case .values(let later) = state { later } else { [:] }
                for name in entry.names where values[name] == nil { values[name] = .some(entry.after[name]) }
                known[entry.id] = .values(values)
            }
        }
        return records
    }
}

/// What later entries say about a record.
private enum LaterState {
    /// The record is gone.
    case gone
    /// The values of some fields. A field without a value is empty.
    case values([String: FieldValue?])
}

extension HistoryEntry {
    /// Returns whether the entry can be taken back.
    ///
    /// - Parameter later: What later entries say about the record; `nil` if there are none.
    fileprivate func isUndoable(in later: LaterState?) -> Bool {
        if case .many = operation { return false }
        guard let later else { return true }
        // An older removal says nothing about a record that came back since.
        guard case .values(let values) = later, operation != .removed else { return false }
        return values.allSatisfy { name, value in
            operation == .updated && !names.contains(name) || after[name] == value
        }
    }
}
