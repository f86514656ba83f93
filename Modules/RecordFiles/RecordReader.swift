package import FeatureKit
package import FeatureStorage

/// Reads a record file in batches, in constant memory.
///
/// The reader is synchronous, so a store can call it within a transaction. A file with a fault is refused as a
/// whole: after the first fault the reader returns no further records, reads on to the end of the file, and then throws
/// all faults together.
///
/// Foundation's JSON decoders and Swift's CSV libraries either load the whole file or cannot report the position of a
/// fault. The parsers of this module read in pieces and report positions.
package final class RecordReader {
    private let path: String
    private let nextChunk: () throws -> [UInt8]
    private var parser: any RecordParser
    private var output = ParserOutput()
    /// The faults that the caller passed to ``report(_:)``.
    private var reported = FaultList()
    /// The bytes that were read but are not parsed yet.
    ///
    /// After each call of the parser, these bytes contain no complete record.
    private var pending: [UInt8] = []
    private var hasBegun = false
    private var hasEnded = false

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - path: The path as the caller gave it, for messages.
    ///   - format: The format of the file.
    ///   - fields: The fields to read. Other columns or keys in the file are ignored.
    ///   - nextChunk: Returns the next bytes, or no bytes at the end of the file.
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

    /// Returns the next records (at least one record), or `nil` at the end of the file.
    ///
    /// - Throws: `RecordFileError` with all faults, at the end of the file; `CancellationError` if the task is
    ///   cancelled; any error of `nextChunk`.
    package func next() throws -> [RecordFileRow]? {
        while !hasEnded {
            try Task.checkCancellation()
            try readAndParse()
            if !output.rows.isEmpty { return output.takeRows() }
        }
        if let error = output.faults.error(path: path, and: reported, end: output.end) { throw error }
        return nil
    }

    /// Adds a fault that the caller found in a returned record.
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

    /// The maximum length of a record, in bytes.
    ///
    /// Real records are far shorter.
    package static let longestRecord = 1 << 20

    /// Skips the byte order mark of UTF-8.
    ///
    /// Returns whether reading can continue.
    ///
    /// Refuses UTF-16, which some spreadsheets write.
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
    /// Returns all records.
    ///
    /// The key of a record without an `id` is its number in the file.
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
                        ? "no id, and its number \(id) is the id of \(other)"
                        : "\(FieldValue.quote(id)), the id of \(other)"
                    report(.init(row.position, field: "id", "expected an id that no other record has, got \(found)"))
                    continue
                }
                guard let record = try record(row, id: id, as: type) else { continue }
                if let key = record.uniqueKey, let other = keyPlaces.updateValue(row.place, forKey: key) {
                    report(.init(row.position, Self.refusal(ofKey: key, which: "is also the unique key of \(other)")))
                }
                records.append(record)
            }
        }
        return records
    }

    /// Returns the message for a unique key that is already taken.
    static func refusal(ofKey key: String, which owner: String) -> String {
        "expected a unique key, got \(FieldValue.quote(key)), which \(owner)"
    }

    /// Creates the record of a row.
    ///
    /// If the row is invalid, reports its faults and returns `nil`.
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
