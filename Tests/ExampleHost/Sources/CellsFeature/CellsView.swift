/// Shows a sheet of cells.
///
/// Any user interface toolkit can implement this protocol.
public protocol CellsView: AnyObject {
    /// Shows a sheet whose cells are all empty.
    func showSheet()
    /// Shows the texts and the values of cells.
    ///
    /// All other cells stay as they are.
    func change(_ cells: [CellViewData])
}
