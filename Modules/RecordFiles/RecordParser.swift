import FeatureStorage

/// Parses the records of one format from bytes that arrive in pieces.
protocol RecordParser {
    /// Parses all records that are complete in the given bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes that the parser has not consumed yet, followed by new bytes.
    ///   - isLast: Whether these bytes reach the end of the file.
    ///   - output: Receives the records and faults.
    /// - Returns: The number of consumed bytes. The next call begins with the remaining bytes.
    mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout ParserOutput) -> Int

    /// Returns the fault for a record that is longer than ``RecordReader/longestRecord``.
    func refuseLongRecord() -> RecordFileError.Fault
}

/// The records and faults that a parser finds.
struct ParserOutput {
    /// The records that precede the first fault.
    ///
    /// These records do not depend on how the bytes were split into pieces.
    private(set) var rows: [RecordFileRow] = []
    private(set) var faults = FaultList()
    /// The fault at which parsing ended, or `nil`.
    ///
    /// The rest of the file after this fault cannot be parsed.
    private(set) var end: RecordFileError.Fault?

    /// Adds a record.
    mutating func add(_ row: RecordFileRow) {
        if faults.isEmpty { rows.append(row) }
    }

    /// Adds a fault.
    mutating func add(_ fault: RecordFileError.Fault) { faults.add(fault) }

    /// Adds the final fault, after which the rest of the file cannot be parsed.
    mutating func end(with fault: RecordFileError.Fault) { end = fault }

    /// Returns and removes the records that were parsed so far.
    mutating func takeRows() -> [RecordFileRow] {
        defer { rows.removeAll(keepingCapacity: true) }
        return rows
    }
}

/// The first twenty faults of a file and the total number of faults.
struct FaultList {
    private var faults: [RecordFileError.Fault] = []
    private var count = 0
    private static let limit = 20

    var isEmpty: Bool { count == 0 }

    mutating func add(_ fault: RecordFileError.Fault) {
        count += 1
        if count <= Self.limit { faults.append(fault) }
    }

    /// Returns an error with the faults of this list and of `others`, in the file's order, followed by the fault `end`.
    ///
    /// Returns `nil` if there is no fault at all.
    func error(path: String, and others: FaultList, end: RecordFileError.Fault?) -> RecordFileError? {
        let total = count + others.count + (end == nil ? 0 : 1)
        let ordered =
            others.isEmpty ? faults : (faults + others.faults).sorted { $0.position.order < $1.position.order }
        let shown = (ordered + [end].compactMap(\.self)).prefix(Self.limit)
        return total == 0 ? nil : RecordFileError(path: path, faults: Array(shown), furtherCount: total - shown.count)
    }
}

extension RecordFileError.Position {
    fileprivate var order: Int { index ?? line ?? 0 }
}
