package import FeatureKit
package import FeatureStorage

/// Encodes records as the text of a file, one batch at a time.
///
/// `RecordReader` decodes exactly the same records.
package struct RecordText {
    private let format: RecordFileFormat
    /// The names of the values, each with the field whose title it is; `nil` for a value of the record.
    private let columns: [(name: String, titled: String?)]
    private var isEmpty = true

    /// Creates an encoder.
    ///
    /// The `id` comes first, followed by a CSV column or JSON member for each field.
    ///
    /// - Parameter titled: The names of the fields that are followed by the title of the record that they name.
    package init(_ format: RecordFileFormat, fields: [FieldDescription], titled: Set<String> = []) {
        self.format = format
        columns = fields.flatMap { field in
            titled.contains(field.name)
                ? [(field.name, nil), ("\(field.name).title", field.name)] : [(field.name, nil)]
        }
    }

    /// The text before the first record.
    package var beginning: [UInt8] {
        switch format {
        case .json: Array("[".utf8)
        case .csv: Array((["id"] + columns.map(\.name)).joined(separator: ",").utf8) + Self.lineEnd
        }
    }

    /// The text after the last record.
    package var end: [UInt8] {
        switch format {
        case .json: Array((isEmpty ? "]\n" : "\n]\n").utf8)
        case .csv: []
        }
    }

    /// Returns the text of the next records.
    ///
    /// - Parameter titles: The titles of the records that they name, by the field and the key.
    package mutating func text(of rows: [StoredRow], titles: [String: [String: String]] = [:]) -> [UInt8] {
        defer { isEmpty = isEmpty && rows.isEmpty }
        func value(_ column: (name: String, titled: String?), of row: StoredRow) -> FieldValue? {
            guard let field = column.titled else { return row.values[column.name] }
            return row.values[field].flatMap { titles[field]?[$0.description] }.map { .text($0) }
        }
        return switch format {
        case .json: json(rows, value)
        case .csv: csv(rows, value)
        }
    }

    private func json(
        _ rows: [StoredRow], _ value: ((name: String, titled: String?), StoredRow) -> FieldValue?
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: 1 << 16)
        for (index, row) in rows.enumerated() {
            if isEmpty, index == 0 { writer.raw("\n{\"id\":") } else { writer.raw(",\n{\"id\":") }
            writer.string(row.id)
            for column in columns {
                guard let value = value(column, row) else { continue }
                writer.raw(",")
                writer.string(column.name)
                writer.raw(":")
                writer.value(value)
            }
            writer.raw("}")
        }
        return writer.bytes
    }
}

extension RecordText {
    /// The line break CRLF, as RFC 4180, section 2, requires.
    private static let lineEnd = Array("\r\n".utf8)

    private func csv(
        _ rows: [StoredRow], _ value: ((name: String, titled: String?), StoredRow) -> FieldValue?
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(rows.count * 64)
        for row in rows {
            Self.append(.text(row.id), to: &bytes)
            for column in columns {
                bytes.append(UInt8(ascii: ","))
                if let value = value(column, row) { Self.append(value, to: &bytes) }
            }
            bytes += Self.lineEnd
        }
        return bytes
    }

    /// Appends a cell.
    ///
    /// The cell is quoted if it contains a delimiter. It is also quoted if it is an empty text, because an unquoted
    /// empty cell means no value.
    private static func append(_ value: FieldValue, to bytes: inout [UInt8]) {
        guard case .text(var text) = value else { return bytes.append(contentsOf: value.description.utf8) }
        text.withUTF8 { utf8 in
            let needsQuotes = utf8.isEmpty || utf8.contains { $0 <= UInt8(ascii: ",") && "\",\r\n".utf8.contains($0) }
            guard needsQuotes else { return bytes.append(contentsOf: utf8) }
            bytes.append(UInt8(ascii: "\""))
            for byte in utf8 {
                if byte == UInt8(ascii: "\"") { bytes.append(byte) }
                bytes.append(byte)
            }
            bytes.append(UInt8(ascii: "\""))
        }
    }
}
