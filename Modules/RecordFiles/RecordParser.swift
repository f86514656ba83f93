import FeatureStorage

/// Finds the records of one format in bytes that come in pieces.
protocol RecordParser {
    /// Parses the records that are complete.
    ///
    /// - Parameters:
    ///   - bytes: What was not consumed before, and what follows it.
    ///   - isLast: Whether nothing follows these bytes.
    ///   - output: What takes the records and faults.
    /// - Returns: How many bytes are done with; the rest comes again, with more.
    mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, into output: inout ParserOutput) -> Int

    /// The fault of a record that is longer than ``RecordReader/longestRecord``.
    func refuseLongRecord() -> RecordFileError.Fault
}

/// What a parser found.
struct ParserOutput {
    /// The records before the first fault that a parser found, however the bytes were parted.
    private(set) var rows: [RecordFileRow] = []
    private(set) var faults = FaultList()
    /// The last fault, if nothing after it can be made sense of.
    private(set) var end: RecordFileError.Fault?

    /// Adds a record.
    mutating func add(_ row: RecordFileRow) {
        if faults.isEmpty { rows.append(row) }
    }

    /// Adds a fault.
    mutating func add(_ fault: RecordFileError.Fault) { faults.add(fault) }

    /// Adds a fault that leaves no way to read on.
    mutating func end(with fault: RecordFileError.Fault) { end = fault }

    /// Returns the records so far and forgets them.
    mutating func takeRows() -> [RecordFileRow] {
        defer { rows.removeAll(keepingCapacity: true) }
        return rows
    }
}

/// The faults of a file: the first twenty, and how many there are.
struct FaultList {
    private var faults: [RecordFileError.Fault] = []
    private var count = 0
    private static let limit = 20

    var isEmpty: Bool { count == 0 }

    mutating func add(_ fault: RecordFileError.Fault) {
        count += 1
        if count <= Self.limit { faults.append(fault) }
    }

    /// Returns these faults and others in the file's order, with what ended the reading last; `nil` if there are none.
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
