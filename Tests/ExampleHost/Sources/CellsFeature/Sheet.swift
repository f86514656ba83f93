/// A table of cells whose values follow from their texts.
///
/// A change of a text computes only the values that depend on it.
public struct Sheet: Sendable {
    /// The value of a cell.
    public enum Value: Sendable, Hashable {
        /// Nothing, which counts as zero.
        case empty
        /// A number.
        case number(Double)
        /// A text, with which nothing can be computed.
        case text(String)
        /// Why the cell has no value.
        case fault(Fault)
    }

    /// Why a cell has no value.
    public enum Fault: String, Sendable {
        /// The text after the equals sign is no formula.
        case syntax = "#formula"
        /// The formula uses a text as a number, or a cell that has a fault.
        case value = "#value"
        /// The formula divides by zero, or its number is too large.
        case number = "#number"
        /// The value depends on itself.
        case cycle = "#cycle"
    }

    /// The indices of the columns.
    public static let columns = 0..<26
    /// The numbers of the rows.
    public static let rows = 1...100

    private var texts: [Cell: String] = [:]
    private var formulas: [Cell: Formula] = [:]
    private var values: [Cell: Value] = [:]
    /// The cells whose formulas name a cell.
    private var dependents: [Cell: Set<Cell>] = [:]

    /// Creates an empty sheet.
    public init() {}

    /// Returns the text of a cell as a person has typed it; empty without one.
    public func text(of cell: Cell) -> String { texts[cell] ?? "" }

    /// Returns the value of a cell.
    public func value(of cell: Cell) -> Value { values[cell] ?? .empty }

    /// Sets the text of a cell: a number, a text, or a formula after an equals sign.
    ///
    /// - Returns: The cells whose values have been computed: the cell, and those that depend on it.
    @discardableResult
    public mutating func setText(_ text: String, of cell: Cell) -> Set<Cell> {
        for used in formulas[cell]?.cells ?? [] { dependents[used]?.remove(cell) }
        texts[cell] = text.isEmpty ? nil : text
        formulas[cell] = text.hasPrefix("=") ? Formula(text.dropFirst()) : nil
        for used in formulas[cell]?.cells ?? [] { dependents[used, default: []].insert(cell) }
        let affected = affected(by: cell)
        compute(affected)
        return affected
    }

    /// Returns a cell and the cells that depend on it.
    private func affected(by cell: Cell) -> Set<Cell> {
        var (found, waiting): (Set<Cell>, [Cell]) = ([cell], [cell])
        while let next = waiting.popLast() {
            for dependent in dependents[next] ?? [] where found.insert(dependent).inserted { waiting.append(dependent) }
        }
        return found
    }

    /// Computes the values of cells, each after those that its formula names.
    private mutating func compute(_ cells: Set<Cell>) {
        var missing: [Cell: Int] = [:]
        for cell in cells { missing[cell] = formulas[cell]?.cells.intersection(cells).count ?? 0 }
        var ready = cells.filter { missing[$0] == 0 }.sorted()
        var rest = cells
        while let cell = ready.popLast() {
            rest.remove(cell)
            values[cell] = computed(cell)
            for dependent in dependents[cell] ?? [] {
                missing[dependent]? -= 1
                if missing[dependent] == 0 { ready.append(dependent) }
            }
        }
        // The other cells are on a cycle, or depend on one.
        for cell in rest { values[cell] = .fault(.cycle) }
    }

    private func computed(_ cell: Cell) -> Value? {
        guard let text = texts[cell] else { return nil }
        if let formula = formulas[cell] {
            do {
                let number = try number(of: formula)
                return number.isFinite ? .number(number) : .fault(.number)
            } catch { return .fault(error) }
        }
        if text.hasPrefix("=") { return .fault(.syntax) }
        let isNumber = text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
        if isNumber, let number = Double(text), number.isFinite { return .number(number) }
        return .text(text)
    }

    private func number(of formula: Formula) throws(Fault) -> Double {
        switch formula {
        case .number(let number): return number
        case .cell(let cell): return try number(of: cell)
        case .negative(let formula): return -(try number(of: formula))
        case .operation(let sign, let one, let other):
            let (one, other) = (try number(of: one), try number(of: other))
            switch sign {
            case .plus: return one + other
            case .minus: return one - other
            case .times: return one * other
            case .over:
                if other == 0 { throw .number }
                return one / other
            }
        case .sum(let areas):
            var total = 0.0
            for area in areas {
                switch area {
                case .one(let formula): total += try number(of: formula)
                case .cells(let start, let end):
                    // A sum leaves out texts, such as headings.
                    for cell in Formula.cells(from: start, to: end) {
                        if case .text = value(of: cell) { continue }
                        total += try number(of: cell)
                    }
                }
            }
            return total
        }
    }

    private func number(of cell: Cell) throws(Fault) -> Double {
        switch value(of: cell) {
        case .empty: return 0
        case .number(let number): return number
        case .fault(.cycle): throw .cycle
        case .text, .fault: throw .value
        }
    }
}

extension Sheet.Fault: Error {}
