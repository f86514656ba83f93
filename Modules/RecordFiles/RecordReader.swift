package import FeatureKit
package import FeatureStorage

/// Reads a file of records a batch at a time, in memory that does not grow with the file.
///
/// Synchronous, so that a store can pull within one transaction. Reading is all or nothing: from the first fault in the file
/// on it gives no more records, reads on to the end to find every other fault, and throws them all.
///
/// Foundation's JSON decoders and the Swift libraries for CSV either load a whole file or cannot say where in it a fault
/// stands; the parsers here do both.
package final class RecordReader {
    private let path: String
    private let nextChunk: () throws -> [UInt8]
    private var parser: any RecordParser
    private var output = ParserOutput()
    /// What only the reader's caller could find.
    private var reported = FaultList()
    /// What was read but not parsed yet: less than a record, but for the first time.
    private var pending: [UInt8] = []
    private var hasBegun = false
    private var hasEnded = false

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - path: The path as it was given, for messages.
    ///   - format: What the bytes are.
    ///   - fields: The fields to read; others in the file are ignored.
    ///   - nextChunk: Gives the next bytes; none at the end.
    package init(
        path: String, format: RecordFileFormat, fields: [FieldDescription], nextChunk: @escaping () throws -> [UInt8]
    ) {
        self.path = path
        self.nextChunk = nextChunk
        parser =
            switch format {
            case .csv: CSVParser(fields: fields)
            case .json: JSONParser(fields: fields)
            }
    }

    /// Reads the next records, at least one; `nil` at the end.
    ///
    /// - Throws: `RecordFileError` with every fault, at the end of a file that has any; `CancellationError` if the task is
    ///   cancelled; what reading throws.
    package func next() throws -> [RecordFileRow]? {
        while !hasEnded {
            try Task.checkCancellation()
            try readAndParse()
            if !output.rows.isEmpty { return output.takeRows() }
        }
        if let error = output.faults.error(path: path, and: reported, end: output.end) { throw error }
        return nil
    }

    /// Adds a fault that only the reader's caller could find.
    func report(_ fault: RecordFileError.Fault) {
        reported.add(fault)
    }

    private func readAndParse() throws {
        let chunk = try nextChunk()
        pending.append(contentsOf: chunk)
        if !hasBegun {
            guard pending.count >= 3 || chunk.isEmpty else { return }
            hasBegun = true
            guard skipMark() else { return }
        }
        var consumed = 0
        pending.withUnsafeBufferPointer {
            consumed = parser.parse($0, isLast: chunk.isEmpty, into: &output)
        }
        pending.removeFirst(consumed)
        if pending.count > Self.longestRecord, output.end == nil {
            output.end(with: parser.refuseLongRecord())
        }
        hasEnded = chunk.isEmpty || output.end != nil
    }

    /// The longest record that is read, in bytes; no person's record comes near.
    package static let longestRecord = 1 << 20

    /// Skips UTF-8's byte order mark; refuses UTF-16, which spreadsheets write too.
    private func skipMark() -> Bool {
        if pending.starts(with: [0xEF, 0xBB, 0xBF]) {
            pending.removeFirst(3)
            return true
        }
        guard pending.starts(with: [0xFF, 0xFE]) || pending.starts(with: [0xFE, 0xFF]) else { return true }
        report(.init(.init(line: 1), "expected text in UTF-8, got UTF-16; save the file as UTF-8"))
        hasEnded = true
        return false
    }
}

extension RecordReader {
    /// Reads all records; those without an `id` get their number.
    package func records<R: Record>(of type: R.Type) throws -> [R] {
        var records: [R] = []
        var places: [String: String] = [:]
        var keyPlaces: [String: String] = [:]
        while let rows = try next() {
            for row in rows {
                let id = row.id ?? String(row.number)
                if let other = places.updateValue(row.place, forKey: id) {
                    let found =
                        row.id == nil
                        ? "none, and its number \(id) is taken by \(other)"
                        : "that of \(other), \(FieldValue.quote(id))"
                    report(.init(row.position, field: "id", "expected an id that no other record has, got \(found)"))
                    continue
                }
                guard let record = try record(row, id: id, as: type) else { continue }
                if let key = record.uniqueKey, let other = keyPlaces.updateValue(row.place, forKey: key) {
                    report(.init(row.position, Self.refusal(ofKey: key, which: "\(other) has too")))
                }
                records.append(record)
            }
        }
        return records
    }

    /// Says that a unique key belongs to another record.
    static func refusal(ofKey key: String, which owner: String) -> String {
        "expected a record unlike all others, got one with the key \(FieldValue.quote(key)), which \(owner)"
    }

    /// Makes a record of a row; reports what speaks against it.
    func record<R: Record>(_ row: RecordFileRow, id: String, as type: R.Type) throws -> R? {
        do {
            return try R(id: id, values: row.values)
        } catch let refusal as InputRefused {
            for (field, message) in refusal.messages(inOrderOf: R.fields.map(\.description)) {
                report(.init(row.position, field: field, message))
            }
        } catch DecodingError.dataCorrupted(let context) {
            report(.init(row.position, field: context.codingPath.last?.stringValue, context.debugDescription))
        }
        return nil
    }
}
