import FeatureKit
import Interaction
import TerminalKit

/// A row of cells, each with one character and its tone.
struct CellRow {
    private var cells: [(character: Character, tone: Tone)]

    init(width: Int, filling character: Character = " ") {
        cells = Array(repeating: (character, .plain), count: max(0, width))
    }

    /// Puts a character in a cell.
    mutating func put(_ character: Character, _ tone: Tone, at cell: Int) {
        if cells.indices.contains(cell) { cells[cell] = (character, tone) }
    }

    /// Puts a text into the cells from a cell on.
    ///
    /// The cells that a wide character covers besides its first one become empty.
    mutating func put(_ text: String, _ tone: Tone, at start: Int) {
        var cell = start
        for character in text {
            let width = character.displayWidth
            guard cell >= 0, cell + width <= cells.count else {
                cell += width
                continue
            }
            put(character, tone, at: cell)
            for covered in cell + 1..<max(cell + 1, cell + width) { cells[covered].character = Self.covered }
            cell += width
        }
    }

    /// The character that stands for a cell that a wide character before it covers.
    private static let covered: Character = "\0"

    /// The row as a line, with one run of text for neighbours of one tone.
    var line: StyledLine {
        var line = StyledLine()
        var (text, tone) = ("", Tone.plain)
        for cell in cells {
            if cell.tone != tone {
                line.append(text, TextStyle(tone: tone))
                (text, tone) = ("", cell.tone)
            }
            if cell.character != Self.covered { text.append(cell.character) }
        }
        line.append(text, TextStyle(tone: tone))
        return line
    }
}

/// The rows above and below zero, which all stand for the same number.
struct BarRows {
    /// The number of rows above zero.
    let above: Int
    /// The number of rows below zero.
    let below: Int
    /// The number for which a row stands.
    private let unit: Double

    private static let rising = Array(" ▁▂▃▄▅▆▇█")
    // Only these blocks hang from the upper edge of a cell.
    private static let hanging = Array(" ▔▔▀▀▀▀██")

    /// Divides the rows among the numbers above and below zero.
    init(_ scale: ChartScale, height: Int) {
        let share = scale.share(of: 0)
        below =
            switch share {
            case 0: 0
            case 1: height
            default: min(height - 1, max(1, Int((share * Double(height)).rounded())))
            }
        above = height - below
        unit = max(above > 0 ? scale.high / Double(above) : 0, below > 0 ? -scale.low / Double(below) : 0)
    }

    /// Returns the blocks of a bar, from zero outwards.
    ///
    /// A bar above zero is exact to an eighth of a row, and one below zero to half a row. No number but zero is without a
    /// block.
    func blocks(of value: Double) -> [Character] {
        guard value != 0 else { return [] }
        let rows = value > 0 ? above : below
        let eighths = min(8 * rows, max(1, Int((value.magnitude / unit * 8).rounded())))
        let blocks = value > 0 ? Self.rising : Self.hanging
        return (0..<(eighths + 7) / 8).map { blocks[min(8, eighths - 8 * $0)] }
    }

    /// Returns the row of a number: 1 for the first row above zero, 0 for zero, −1 for the first row below zero.
    func row(of value: Double) -> Int {
        // The number at the edge of two rows belongs to the inner one.
        let row = Int((value.magnitude / unit - 1e-6).rounded(.up))
        return value > 0 ? min(above, row) : -min(below, row)
    }
}

/// Dots that stand in cells of two columns and four rows, as the patterns of Braille (Unicode, block U+2800).
struct DotRaster {
    /// The number of rows of dots in a cell.
    static let rows = 4

    private var dots: [[(pattern: UInt8, tone: Tone)]]
    private var tone = Tone.plain
    private var dashes: [Int] = []
    /// The number of dots since the beginning of the line.
    private var step = 0

    /// Creates a raster of cells without dots.
    init(width: Int, height: Int) {
        dots = Array(repeating: Array(repeating: (0, .plain), count: max(0, width)), count: height)
    }

    /// Returns the row of dots at a share of the height, counted from the top.
    func dot(atShare share: Double) -> Int { Int(((1 - share) * Double(dots.count * Self.rows - 1)).rounded()) }

    /// Begins a line.
    ///
    /// - Parameters:
    ///   - tone: The tone of the line's cells. A cell of several lines has the tone of the last one.
    ///   - dashes: The numbers of dots of its strokes and gaps, in turn; empty for a line without gaps.
    mutating func begin(_ tone: Tone, dashes: [Int]) { (self.tone, self.dashes, step) = (tone, dashes, 0) }

    /// Draws a part of a line between two dots.
    ///
    /// Both dots are set, whatever the dashes are.
    mutating func draw(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
        let count = max(abs(end.x - start.x), abs(end.y - start.y))
        for number in 0...count {
            let share = count == 0 ? 0 : Double(number) / Double(count)
            let x = start.x + Int((Double(end.x - start.x) * share).rounded())
            let y = start.y + Int((Double(end.y - start.y) * share).rounded())
            if isInStroke || number == 0 || number == count { set(x, y) }
            if number < count { step += 1 }
        }
    }

    private var isInStroke: Bool {
        var rest = dashes.isEmpty ? 0 : step % dashes.reduce(0, +)
        for (index, length) in dashes.enumerated() {
            if rest < length { return index.isMultiple(of: 2) }
            rest -= length
        }
        return true
    }

    private mutating func set(_ x: Int, _ y: Int) {
        guard dots.indices.contains(y / Self.rows), dots[y / Self.rows].indices.contains(x / 2) else { return }
        // The seventh and the eighth dot were added below the six of Braille.
        let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
        dots[y / Self.rows][x / 2].pattern |= bits[x % 2][y % Self.rows]
        dots[y / Self.rows][x / 2].tone = tone
    }

    /// The rows of cells, from the top.
    var lines: [CellRow] {
        dots.map { cells in
            var row = CellRow(width: cells.count)
            for (index, cell) in cells.enumerated() where cell.pattern != 0 {
                guard let scalar = Unicode.Scalar(0x2800 + UInt32(cell.pattern)) else { continue }
                row.put(Character(scalar), cell.tone, at: index)
            }
            return row
        }
    }
}
