import FeatureKit

/// A format for the rows of a list.
enum RowsFormat: String, CaseIterable, Sendable {
    /// Aligned columns with the texts that the screen shows.
    case table
    /// Comma-separated raw values (RFC 4180), but with the line breaks of this system, so that a shell can read them.
    case csv
    /// One JSON array with an object of raw values for each row.
    case json
    /// One JSON object of raw values on each line.
    case ndjson
}

extension RowsFormat {
    /// Encodes the raw values of rows; a value that a row does not have is empty in CSV and left out of JSON.
    ///
    /// - Parameter columns: The columns to write, in this order.
    func encoded(_ rows: some Collection<Row>, columns: [RowColumn]) -> [UInt8] {
        switch self {
        case .table: []
        case .csv:
            rows.reduce(into: Self.record(columns.map { .text($0.name) })) { bytes, row in
                bytes += Self.record(columns.map { $0.value(of: row) })
            }
        case .json: Self.json(rows, columns, beginning: "[\n", between: ",\n", end: "\n]\n")
        case .ndjson: Self.json(rows, columns, beginning: "", between: "\n", end: "\n")
        }
    }

    private static func json(
        _ rows: some Collection<Row>, _ columns: [RowColumn], beginning: StaticString, between: StaticString,
        end: StaticString
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw(beginning)
        for (number, row) in rows.enumerated() {
            if number > 0 { writer.raw(between) }
            writer.raw("{")
            var isFirst = true
            for column in columns {
                guard let value = column.value(of: row) else { continue }
                if !isFirst { writer.raw(",") }
                isFirst = false
                writer.string(column.name)
                writer.raw(":")
                writer.value(value)
            }
            writer.raw("}")
        }
        if !rows.isEmpty || beginning.utf8CodeUnitCount > 0 { writer.raw(rows.isEmpty ? "]\n" : end) }
        return writer.bytes
    }

    /// Returns one CSV record with its line break.
    private static func record(_ values: [FieldValue?]) -> [UInt8] {
        Array(values.map { $0.map(cell) ?? "" }.joined(separator: ",").utf8) + Array("\n".utf8)
    }

    /// Returns a CSV cell, quoted if its text contains a delimiter or is empty.
    private static func cell(_ value: FieldValue) -> String {
        let text = value.description
        let needsQuotes = text.isEmpty || text.utf8.contains { "\",\r\n".utf8.contains($0) }
        return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }
}
