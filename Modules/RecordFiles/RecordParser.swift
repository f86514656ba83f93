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
    var rows: [RecordFileRow] = []
    var faults = FaultList()
    /// Whether nothing after the last fault can be made sense of.
    private(set) var hasEnded = false

    /// Adds a fault that leaves no way to read on.
    mutating func end(with fault: RecordFileError.Fault) {
        faults.add(fault)
        hasEnded = true
    }
}

/// The faults of a file: the first twenty, and how many there are.
struct FaultList {
    private var faults: [RecordFileError.Fault] = []
    private var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func add(_ fault: RecordFileError.Fault) {
        count += 1
        if count <= 20 { faults.append(fault) }
    }

    func error(path: String) -> RecordFileError? {
        isEmpty ? nil : RecordFileError(path: path, faults: faults, furtherCount: count - faults.count)
    }
}
