/// The place of a cell on a sheet.
public struct Cell: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The index of the column, from 0 for the column A.
    public let column: Int
    /// The number of the row, from 1.
    public let row: Int

    /// Creates the place of a cell.
    public init(column: Int, row: Int) { (self.column, self.row) = (column, row) }

    /// The place as formulas name it, such as `B12`.
    public var description: String { "\(Self.name(ofColumn: column))\(row)" }

    /// Returns the letter of a column.
    static func name(ofColumn column: Int) -> String { String(UnicodeScalar(UInt8(ascii: "A") + UInt8(column))) }

    /// Reads a place such as `B12`; `nil` if the sheet has no such place.
    public init?(_ text: some StringProtocol) {
        guard let letter = text.first?.uppercased().utf8.first, text.first?.isASCII == true, text.count > 1,
            text.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }), let row = Int(text.dropFirst())
        else { return nil }
        self.init(column: Int(letter) - Int(UInt8(ascii: "A")), row: row)
        guard Sheet.columns.contains(column), Sheet.rows.contains(row) else { return nil }
    }

    /// The places are ordered by rows.
    public static func < (one: Cell, other: Cell) -> Bool { (one.row, one.column) < (other.row, other.column) }
}

/// An expression with numbers, cells and sums.
indirect enum Formula: Sendable, Hashable {
    case number(Double)
    case cell(Cell)
    case negative(Formula)
    case operation(Operator, Formula, Formula)
    case sum([Area])

    enum Operator: Sendable { case plus, minus, times, over }

    /// A part of a sum: a formula, or a rectangle of cells.
    enum Area: Sendable, Hashable {
        case one(Formula)
        case cells(Cell, Cell)
    }

    /// Reads the formula after the equals sign; `nil` if it is none.
    init?(_ text: some StringProtocol) {
        var reader = FormulaReader(text)
        guard let formula = reader.sum(), reader.isAtEnd else { return nil }
        self = formula
    }

    /// The cells on which the value depends.
    var cells: Set<Cell> {
        switch self {
        case .number: []
        case .cell(let cell): [cell]
        case .negative(let formula): formula.cells
        case .operation(_, let one, let other): one.cells.union(other.cells)
        case .sum(let areas):
            areas.reduce(into: []) { cells, area in
                switch area {
                case .one(let formula): cells.formUnion(formula.cells)
                case .cells(let start, let end): cells.formUnion(Formula.cells(from: start, to: end))
                }
            }
        }
    }

    /// Returns the cells of a rectangle between two corners.
    static func cells(from start: Cell, to end: Cell) -> [Cell] {
        let columns = min(start.column, end.column)...max(start.column, end.column)
        return (min(start.row, end.row)...max(start.row, end.row)).flatMap { row in
            columns.map { Cell(column: $0, row: row) }
        }
    }
}

/// Reads a formula by recursive descent.
private struct FormulaReader {
    private var rest: Substring
    /// The number of open parentheses, which bounds the recursion.
    private var depth = 0

    private static let deepest = 64

    init(_ text: some StringProtocol) { rest = Substring(text) }

    var isAtEnd: Bool {
        mutating get {
            skipSpaces()
            return rest.isEmpty
        }
    }

    /// Reads terms with plus and minus between them.
    mutating func sum() -> Formula? {
        guard var formula = product() else { return nil }
        while true {
            let sign: Formula.Operator
            if take("+") { sign = .plus } else if take("-") || take("−") { sign = .minus } else { return formula }
            guard let next = product() else { return nil }
            formula = .operation(sign, formula, next)
        }
    }

    private mutating func product() -> Formula? {
        guard var formula = factor() else { return nil }
        while true {
            let sign: Formula.Operator
            if take("*") || take("×") {
                sign = .times
            } else if take("/") || take("÷") {
                sign = .over
            } else {
                return formula
            }
            guard let next = factor() else { return nil }
            formula = .operation(sign, formula, next)
        }
    }

    private mutating func factor() -> Formula? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { return nil }
        if take("-") || take("−") { return factor().map { .negative($0) } }
        if take("(") {
            guard let formula = sum(), take(")") else { return nil }
            return formula
        }
        let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") }
        guard !word.isEmpty else { return nil }
        rest = rest.dropFirst(word.count)
        if word.lowercased() == "sum" { return take("(") ? areas() : nil }
        if let cell = Cell(word) { return .cell(cell) }
        guard word.allSatisfy({ $0.isNumber || $0 == "." }), let number = Double(word) else { return nil }
        return .number(number)
    }

    /// Reads the parts of a sum up to its closing parenthesis.
    private mutating func areas() -> Formula? {
        var areas: [Formula.Area] = []
        repeat {
            guard let formula = sum() else { return nil }
            if take(":") {
                guard case .cell(let start) = formula, case .cell(let end)? = factor() else { return nil }
                areas.append(.cells(start, end))
            } else {
                areas.append(.one(formula))
            }
        } while take(",") || take(";")
        return take(")") ? .sum(areas) : nil
    }

    private mutating func take(_ sign: Character) -> Bool {
        skipSpaces()
        guard rest.first == sign else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func skipSpaces() { rest = rest.drop { $0 == " " } }
}
