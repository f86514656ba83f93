import FeatureStorage

/// Parses the records of one format from bytes that arrive in pieces.
protocol RecordParser {
    /// Parses all complete records.
    ///
    /// - Parameters:
    ///   - bytes: The bytes not consumed before, and those after them.
    ///   - isLast: Whether nothing follows these bytes.
    ///   - output: Receives the records and faults.
    /// - Returns: How many bytes are consumed. The next call begins with the rest.
    mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout ParserOutput) -> Int

    /// The fault of a record that is longer than ``RecordReader/longestRecord``.
    func refuseLongRecord() -> RecordFileError.Fault
}

/// The results of a parser.
struct ParserOutput {
    /// The records before the first fault, however the bytes were split.
    private(set) var rows: [RecordFileRow] = []
    private(set) var faults = FaultList()
    /// The last fault, if the rest of the file cannot be parsed.
    private(set) var end: RecordFileError.Fault?

    /// Adds a record.
    mutating func add(_ row: RecordFileRow) {
        if faults.isEmpty { rows.append(row) }
    }

    /// Adds a fault.
    mutating func add(_ fault: RecordFileError.Fault) { faults.add(fault) }

    /// Adds a fault after which nothing can be parsed.
    mutating func end(with fault: RecordFileError.Fault) { end = fault }

    /// Returns the records so far and removes them.
    mutating func takeRows() -> [RecordFileRow] {
        defer { rows.removeAll(keepingCapacity: true) }
        return rows
    }
}

/// The first twenty faults of a file, and the number of all.
struct FaultList {
    private var faults: [RecordFileError.Fault] = []
    private var count = 0
    private static let limit = 20

    var isEmpty: Bool { count == 0 }

    mutating func add(_ fault: RecordFileError.Fault) {
        count += 1
        if count <= Self.limit { faults.append(fault) }
    }

    /// Returns the error with these and other faults, in the file's order, and the final fault last; `nil` if there are
    /// none.
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
