/// Makes the cells of CSV harmless for spreadsheets, which run a text that begins like a formula.
///
/// Such a cell gets an apostrophe in front, which spreadsheets take as the sign of a text. A number stays a number. The
/// text can come in pieces of any size.
struct SpreadsheetCells: Sendable {
    private var cell: [UInt8] = []
    private var isQuoted = false

    /// Returns the complete cells of the next piece, with their delimiters.
    mutating func take(_ piece: some Sequence<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        for byte in piece {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") else {
                cell.append(byte)
                continue
            }
            text += finish()
            text.append(byte)
        }
        return text
    }

    /// Returns the last cell, which no delimiter ends.
    mutating func finish() -> [UInt8] {
        defer { cell.removeAll(keepingCapacity: true) }
        let quote = cell.first == UInt8(ascii: "\"") ? 1 : 0
        guard let first = cell.dropFirst(quote).first, "=+-@\t\r".utf8.contains(first), !isNumber, !isLineEnd else {
            return cell
        }
        return cell.prefix(quote) + [UInt8(ascii: "'")] + cell.dropFirst(quote)
    }

    /// Whether the cell is empty, and the carriage return belongs to the line end.
    private var isLineEnd: Bool { cell == [UInt8(ascii: "\r")] }

    private var isNumber: Bool {
        let text = String(decoding: cell, as: UTF8.self).filter { $0 != "\r" }
        return text.utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) } && Double(text) != nil
    }
}

extension [UInt8] {
    /// The bytes of CSV, with cells that no spreadsheet runs.
    var forSpreadsheets: [UInt8] {
        var cells = SpreadsheetCells()
        return cells.take(self) + cells.finish()
    }
}
