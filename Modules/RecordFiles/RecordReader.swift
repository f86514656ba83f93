package import FeatureKit
package import FeatureStorage

/// Reads a record file in batches, in constant memory.
///
/// It is synchronous, so a store can read within one transaction. Reading is all or nothing: at the first fault it
/// stops returning records, reads on to find every other fault, and throws them all at the end.
///
/// Foundation's JSON decoders and Swift's CSV libraries either load the whole file or cannot report the place of a
/// fault. These parsers do both.
package final class RecordReader {
    private let path: String
    private let nextChunk: () throws -> [UInt8]
    private var parser: any RecordParser
    private var output = ParserOutput()
    /// The faults that the caller found.
    private var reported = FaultList()
    /// The bytes that are read but not parsed: less than a record, except at first.
    private var pending: [UInt8] = []
    private var hasBegun = false
    private var hasEnded = false

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - path: The path as it was given, for messages.
    ///   - format: The format of the bytes.
    ///   - fields: The fields to read. Others in the file are ignored.
    ///   - nextChunk: Returns the next bytes; none at the end.
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
    /// - Throws: `RecordFileError` with every fault, at the end of the file; `CancellationError` if the task is
    ///   cancelled; what `nextChunk` throws.
    package func next() throws -> [RecordFileRow]? {
        while !hasEnded {
            try Task.checkCancellation()
            try readAndParse()
            if !output.rows.isEmpty { return output.takeRows() }
        }
        if let error = output.faults.error(path: path, and: reported, end: output.end) { throw error }
        return nil
    }

    /// Adds a fault that the caller found.
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

    /// The longest record to accept, in bytes; real records are far shorter.
    package static let longestRecord = 1 << 20

    /// Skips the byte order mark of UTF-8.
    ///
    /// Refuses UTF-16, which some spreadsheets write. Returns whether to continue.
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
    /// Reads all records; a record without an `id` gets its number.
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

    /// Returns the message for a unique key that another record has.
    static func refusal(ofKey key: String, which owner: String) -> String {
        "expected a unique key, got \(FieldValue.quote(key)), which \(owner)"
    }

    /// Creates the record of a row; reports faults and returns `nil` if that fails.
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
