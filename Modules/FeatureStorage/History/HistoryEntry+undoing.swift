package import FeatureKit

extension HistoryEntry {
    /// Takes back the entry in the values of its record.
    ///
    /// - Parameter values: The values of the record; `nil` for no record.
    /// - Returns: Whether the record was as the entry left it. If not, the values stay as they are.
    func undo(in values: inout [String: FieldValue]?) -> Bool {
        switch operation {
        case .many: return false
        case .inserted:
            guard values == after else { return false }
            values = nil
        case .removed:
            guard values == nil else { return false }
            values = before
        case .updated:
            guard var older = values else { return false }
            for name in names {
                guard older[name] == after[name] else { return false }
                older[name] = before[name]
            }
            values = older
        }
        return true
    }

    /// Returns whether the entry can be taken back while its record has the given values.
    package func canBeUndone(in values: [String: FieldValue]) -> Bool {
        var values: [String: FieldValue]? = values
        return undo(in: &values)
    }

    /// Returns the fields that the entry changed and whose older values the record no longer has.
    ///
    /// - Parameters:
    ///   - values: The values of the record.
    ///   - fields: The fields of the record.
    package func lostFields(
        in values: [String: FieldValue], among fields: [FieldDescription]
    ) -> [FieldDescription] {
        guard operation == .updated else { return [] }
        return fields.filter { changed($0.name) && before[$0.name] != values[$0.name] }
    }

    /// The fields that the entry changed.
    var names: Set<String> { Set(before.keys).union(after.keys) }

    /// Returns whether the entry changed the value of a field.
    func changed(_ name: String) -> Bool { before[name] != after[name] }
}
