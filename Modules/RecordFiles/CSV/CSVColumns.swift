import FeatureKit
import FeatureStorage

/// What a header says: which column holds which field.
struct CSVColumns {
    /// A column that is read.
    struct Column {
        /// Its place in each record, from 0.
        let index: Int
        let field: FieldDescription
        let name: String
        private let emptyValue: FieldValue??
        private let isQuotedEmptyText: Bool

        init(index: Int, field: FieldDescription) {
            (self.index, self.field, name) = (index, field, field.name)
            // As ``FeatureKit`` reads typed text: a text that must be given may be an empty one.
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

        /// What an empty cell stands for: a value, or inside of it, none; `nil` if it is read like any other.
        func empty(isQuoted: Bool) -> FieldValue?? {
            isQuoted && isQuotedEmptyText ? .some("") : emptyValue
        }
    }

    /// Every column's name.
    let names: [String]
    /// The column with the records' keys.
    let id: Int?
    /// The columns with fields, in the fields' order.
    let used: [Column]
    /// The values of fields that have no column but a default.
    let absentDefaults: [String: FieldValue]
    private let missing: [FieldDescription]

    init(names: [String], fields: [FieldDescription]) {
        self.names = names
        id = names.firstIndex(of: "id")
        used = fields.compactMap { field in names.firstIndex(of: field.name).map { Column(index: $0, field: field) } }
        let absent = fields.filter { !names.contains($0.name) }
        missing = absent.filter { $0.required && $0.defaultValue == nil }
        absentDefaults = Dictionary(
            absent.compactMap { field in field.defaultValue.map { (field.name, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// What is wrong with the header.
    func faults(line: Int) -> [RecordFileError.Fault] {
        let position = RecordFileError.Position(line: line)
        let known = Set(used.map(\.name) + ["id"])
        // Nobody has a thousand columns; finding the nearest among as many as a header can have takes seconds.
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
