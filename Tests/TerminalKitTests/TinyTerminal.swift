import TerminalKit

/// A terminal for tests.
///
/// It understands only the control sequences that cell buffers write, and throws an error for any other sequence.
struct TinyTerminal {
    struct Unknown: Error {
        let sequence: String
    }

    private(set) var lines: [[String]]
    private(set) var styles: [[String]]
    private(set) var cursor: (column: Int, line: Int)?
    private(set) var isUpdating = false
    private let width: Int
    private var column = 0
    private var line = 0
    private var style = ""
    private var shows = false
    /// Whether the previous character was written in the last column.
    private var isPastEnd = false

    init(width: Int, height: Int) {
        self.width = width
        lines = Array(repeating: Array(repeating: "?", count: width), count: height)
        styles = Array(repeating: Array(repeating: "?", count: width), count: height)
    }

    /// Applies the bytes of an update.
    mutating func apply(_ bytes: [UInt8]) throws {
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while let first = rest.first {
            guard first == "\u{1B}" else {
                rest.removeFirst()
                put(first)
                continue
            }
            let end = rest.dropFirst(2).firstIndex { $0.isLetter } ?? rest.endIndex
            guard end < rest.endIndex else { throw Unknown(sequence: String(rest)) }
            try obey(String(rest[...end].dropFirst(2)))
            rest = rest[rest.index(after: end)...]
        }
        cursor = shows ? (column, line) : nil
    }

    private mutating func put(_ character: Character) {
        let size = character.displayWidth
        // Overwriting one half of a wide character removes its other half.
        if lines[line][column] == "", column > 0 { lines[line][column - 1] = " " }
        if column + size < width, lines[line][column + size] == "" { lines[line][column + size] = " " }
        lines[line][column] = String(character)
        styles[line][column] = style
        if size == 2 {
            lines[line][column + 1] = ""
            styles[line][column + 1] = style
        }
        isPastEnd = column + size >= width
        column = min(width - 1, column + size)
    }

    private mutating func obey(_ sequence: String) throws {
        let numbers = sequence.dropLast().split(separator: ";").map { Int($0) ?? -1 }
        switch sequence.last {
        case "m": style = sequence == "m" ? "" : String(sequence.dropLast())
        case "H":
            (line, column) = ((numbers.first ?? 1) - 1, (numbers.dropFirst().first ?? 1) - 1)
            isPastEnd = false
        case "C":
            // After the last column, the position of the cursor depends on the terminal.
            guard !isPastEnd else { throw Unknown(sequence: "a step after the last column") }
            column += numbers.first ?? 1
        case "K":
            for index in column..<width { (lines[line][index], styles[line][index]) = (" ", style) }
        case "J":
            for index in lines.indices {
                lines[index] = Array(repeating: " ", count: width)
                styles[index] = Array(repeating: style, count: width)
            }
        case "h" where sequence == "?2026h": isUpdating = true
        case "l" where sequence == "?2026l": isUpdating = false
        case "h" where sequence == "?25h": shows = true
        case "l" where sequence == "?25l": shows = false
        default: throw Unknown(sequence: sequence)
        }
    }
}
