import FeatureKit

/// Splits one record into cells (RFC 4180, section 2).
///
/// It works on bytes and does not parse the values.
///
/// Lines end in LF or CRLF. Everything that the RFC forbids is a fault. Spreadsheets do not write such text.
struct CSVScanner {
    /// The bytes of a cell, without the enclosing quotes.
    struct Cell {
        let start: Int
        let end: Int
        /// Whether the cell is enclosed in quotes.
        var isQuoted = false
        /// Whether the cell contains doubled quotes.
        var hasQuotes = false
    }

    /// The first syntax fault of a record.
    struct Fault {
        enum Kind { case bareQuote, textAfterQuote, unclosedQuote, loneCarriageReturn, nul }
        let kind: Kind
        /// The index of the faulty cell, from 0.
        let cell: Int
        /// The number of lines between the first line of the record and the fault.
        let lineOffset: Int
    }

    private(set) var cells: [Cell] = []
    private(set) var fault: Fault?
    /// The number of line breaks that the scanner has passed in the record.
    private(set) var lineBreaks = 0

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// A Boolean value that says whether the record is blank: it is empty or has only commas.
    ///
    /// Spreadsheets write blank records below a table.
    var isBlank: Bool {
        fault == nil && cells.allSatisfy { $0.start == $0.end && !$0.isQuoted }
    }

    /// Scans one record.
    ///
    /// - Returns: The index after the record's line break, or `nil` if the record may continue after these bytes.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool) -> Int? {
        cells.removeAll(keepingCapacity: true)
        fault = nil
        lineBreaks = 0
        var index = start
        while true {
            let isQuoted = index < bytes.count && bytes[index] == Self.quote
            let hasEnd =
                isQuoted
                ? scanQuoted(bytes, at: &index, isLast: isLast) : scanPlain(bytes, at: &index, isLast: isLast)
            guard hasEnd else { return nil }
            // `index` is now at the byte that ends the cell: a comma or a line break.
            guard index < bytes.count else { return index }
            if bytes[index] == Self.comma {
                index += 1
                continue
            }
            lineBreaks += 1
            return index + (bytes[index] == Self.carriageReturn ? 2 : 1)
        }
    }

    /// Scans an unquoted cell, and stops at the byte after the cell.
    ///
    /// Returns `false` if more bytes are needed.
    private mutating func scanPlain(_ bytes: UnsafeBufferPointer<UInt8>, at index: inout Int, isLast: Bool) -> Bool {
        let start = index
        while index < bytes.count {
            let byte = bytes[index]
            // Every byte with a special meaning is less than or equal to a comma.
            if byte <= Self.comma {
                if byte == Self.comma || byte == Self.lineFeed { break }
                if byte == Self.carriageReturn {
                    guard index + 1 < bytes.count || isLast else { return false }
                    if isLineEnd(bytes, index) { break }
                    note(.loneCarriageReturn)
                } else if byte == Self.quote {
                    note(.bareQuote)
                } else if byte == 0 {
                    note(.nul)
                }
            }
            index += 1
        }
        guard index < bytes.count || isLast else { return false }
        cells.append(Cell(start: start, end: index))
        return true
    }

    /// Scans a quoted cell, and stops at the byte after the cell.
    ///
    /// Returns `false` if more bytes are needed.
    private mutating func scanQuoted(_ bytes: UnsafeBufferPointer<UInt8>, at index: inout Int, isLast: Bool) -> Bool {
        let firstLine = lineBreaks
        var hasQuotes = false
        index += 1
        let start = index
        while true {
            guard index < bytes.count else {
                guard isLast else { return false }
                note(.unclosedQuote, lineOffset: firstLine)
                cells.append(Cell(start: start, end: index, isQuoted: true, hasQuotes: hasQuotes))
                return true
            }
            let byte = bytes[index]
            if byte <= Self.quote {
                if byte == Self.quote {
                    guard index + 1 < bytes.count || isLast else { return false }
                    guard index + 1 < bytes.count, bytes[index + 1] == Self.quote else { break }
                    hasQuotes = true
                    index += 1
                } else if byte == Self.lineFeed {
                    lineBreaks += 1
                } else if byte == 0 {
                    note(.nul)
                }
            }
            index += 1
        }
        cells.append(Cell(start: start, end: index, isQuoted: true, hasQuotes: hasQuotes))
        index += 1
        guard index < bytes.count, bytes[index] != Self.comma, bytes[index] != Self.lineFeed else { return true }
        if bytes[index] == Self.carriageReturn {
            guard index + 1 < bytes.count || isLast else { return false }
            if isLineEnd(bytes, index) { return true }
        }
        note(.textAfterQuote, cell: cells.count - 1)
        // Continue at the next line, because usually only one cell lacks a quote.
        while index < bytes.count, bytes[index] != Self.lineFeed { index += 1 }
        return index < bytes.count || isLast
    }

    private func isLineEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        index + 1 < bytes.count && bytes[index + 1] == Self.lineFeed
    }

    private mutating func note(_ kind: Fault.Kind, cell: Int? = nil, lineOffset: Int? = nil) {
        if fault == nil {
            fault = Fault(kind: kind, cell: cell ?? cells.count, lineOffset: lineOffset ?? lineBreaks)
        }
    }
}

extension CSVScanner.Cell {
    /// Decodes the text of the cell.
    func text(in bytes: UnsafeBufferPointer<UInt8>) throws(TextFault) -> String {
        let raw = UnsafeBufferPointer(rebasing: bytes[start..<end])
        guard hasQuotes else { return try utf8Text(raw) }
        var single: [UInt8] = []
        single.reserveCapacity(raw.count)
        var index = 0
        while index < raw.count {
            single.append(raw[index])
            index += raw[index] == UInt8(ascii: "\"") ? 2 : 1
        }
        return try single.withUnsafeBufferPointer { bytes throws(TextFault) in try utf8Text(bytes) }
    }

    /// Returns the cell's text for a message, quoted and shortened.
    func quoted(in bytes: UnsafeBufferPointer<UInt8>) -> String {
        shown(bytes[start..<end])
    }
}
