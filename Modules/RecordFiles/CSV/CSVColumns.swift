import FeatureKit
import FeatureStorage

/// The columns that the header of a CSV file names, and the field of each column.
struct CSVColumns {
    /// A column that belongs to a field.
    struct Column {
        /// The column's index, from 0.
        let index: Int
        let field: FieldDescription
        let name: String
        private let emptyValue: FieldValue??
        private let isQuotedEmptyText: Bool

        init(index: Int, field: FieldDescription) {
            (self.index, self.field, name) = (index, field, field.name)
            // ``FeatureKit`` applies the same rules to text that a person enters: a required text may be empty.
            emptyValue =
                if !field.required {
                    .some(nil)
                } else if field.kind != .text, let value = field.defaultValue {
                    .some(value)
                } else {
                    nil
                }
            isQuotedEmptyText = !field.required && field.kind == .text && (field.length?.min ?? 0) == 0
        }

        /// Returns the value of an empty cell.
        ///
        /// `.some(nil)` means no value; `nil` means that the empty cell is parsed like other cells.
        func empty(isQuoted: Bool) -> FieldValue?? {
            isQuoted && isQuotedEmptyText ? .some("") : emptyValue
        }
    }

    /// The names of all columns.
    let names: [String]
    /// The index of the column `id`.
    let id: Int?
    /// The columns that belong to a field, in the order of the fields.
    let used: [Column]
    /// The default values of fields without a column.
    let absentDefaults: [String: FieldValue]
    private let missing: [FieldDescription]

    init(names header: [String], fields: [FieldDescription]) {
        let names = header.map { name in
            fields.first { $0.storedName == name && !header.contains($0.name) }?.name ?? name
        }
        self.names = names
        id = names.firstIndex(of: "id")
        used = fields.compactMap { field in names.firstIndex(of: field.name).map { Column(index: $0, field: field) } }
        let absent = fields.filter { !names.contains($0.name) }
        missing = absent.filter { $0.required && $0.defaultValue == nil }
        absentDefaults = Dictionary(
            absent.compactMap { field in field.defaultValue.map { (field.name, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the faults of the header.
    func faults(line: Int) -> [RecordFileError.Fault] {
        let position = RecordFileError.Position(line: line)
        let known = Set(used.map(\.name) + ["id"])
        // Search at most 1,000 names. In a huge header, searching for the nearest match would take seconds.
        let spare = Array(names.lazy.filter { !known.contains($0) && !$0.isEmpty }.prefix(1000))
        var faults = missing.map { field in
            RecordFileError.Fault(
                position, field: field.name,
                "expected a column of this name, got \(found)\(hint(for: field.name, among: spare))")
        }
        for name in names where known.contains(name) {
            guard !faults.contains(where: { $0.field == name }) else { continue }
            let places = names.indices.filter { names[$0] == name }.map { String($0 + 1) }
            guard places.count > 1 else { continue }
            faults.append(
                .init(
                    position, field: name,
                    "expected one column of this name, got columns \(places.joined(separator: " and "))"))
        }
        return faults
    }

    private var found: String {
        let shown = names.prefix(20).map { FieldValue.text($0).quoted }.joined(separator: ", ")
        return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
    }

    private func hint(for name: String, among spare: [String]) -> String {
        if names.count == 1, let separator = names[0].first(where: { $0 == ";" || $0 == "\t" }) {
            return "; save the file with commas between the cells, not \(separator == ";" ? "semicolons" : "tabs")"
        }
        return nearestMatch(to: name, among: spare).map { "; rename the column '\($0)' to '\(name)'" } ?? ""
    }
}
