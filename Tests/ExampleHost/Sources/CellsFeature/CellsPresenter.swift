/// What a view shows of a cell.
public struct CellViewData: Sendable, Equatable {
    /// The place of the cell.
    public let cell: Cell
    /// The text that a person has typed.
    public let text: String
    /// The value of the text, or why it has none.
    public let value: String

    /// Creates the data.
    public init(cell: Cell, text: String, value: String) { (self.cell, self.text, self.value) = (cell, text, value) }
}

/// Computes a sheet, and shows the cells whose values change.
public final class CellsPresenter {
    private weak var view: (any CellsView)?
    private var sheet = Sheet()

    /// Creates a presenter that has no view yet.
    public init() {}

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    public func attach(_ view: any CellsView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Shows the empty sheet.
    public func show() async { view?.showSheet() }

    /// Sets the text of a cell, and shows the cell and those that depend on it.
    public func setText(_ text: String, of cell: Cell) {
        let cells = sheet.setText(text, of: cell).sorted()
        view?.change(
            cells.map { CellViewData(cell: $0, text: sheet.text(of: $0), value: Self.words(sheet.value(of: $0))) })
    }

    private static func words(_ value: Sheet.Value) -> String {
        switch value {
        case .empty: ""
        case .text(let text): text
        case .fault(let fault): fault.rawValue
        case .number(let number):
            // Ten digits after the point hide that 0.1 and 0.2 are no exact binary numbers.
            if number.magnitude >= 1e15 {
                "\(number)"
            } else if number.rounded() == number {
                "\(Int(number))"
            } else {
                "\((number * 1e10).rounded() / 1e10)"
            }
        }
    }
}
