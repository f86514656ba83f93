import FeatureKit

/// The view of a list with columns.
struct TableView {
    let template = "table"
    let id: String
    /// The id of the heading that names the table.
    let heading: String
    let caption: CaptionView?
    let head: HeadView
    let lines: [LineView]
    let hint: HintView
    let more: MoreView
}

/// The properties that are the same for all rows of a table.
///
/// To find them, the initializer reads every row.
struct TableShape {
    let columns: [ListElement.Column]
    /// Whether any row has buttons, so that the table needs a column for them.
    let hasActions: Bool
    /// Whether each column shows numbers, by column index.
    let isNumeric: [Bool]

    init(_ list: ListElement) {
        columns = list.columns ?? []
        hasActions = list.hasButtons
        isNumeric = columns.map { $0.isNumeric(in: list.rows) }
    }
}

/// The header row of a table.
struct HeadView {
    /// The heading of one column.
    struct Column {
        let title: String
        let isNumeric: Bool
        /// The value of `aria-sort`; `nil` if the rows are not sorted by the column.
        let order: String?
        /// An arrow for the sort direction.
        let sign: String?
        /// The address that shows the rows sorted by the column; `nil` if a call sorts them.
        let address: String?
        /// The button that sorts by the column; `nil` beside an address.
        let sort: ActionView?
    }

    let id: String
    let columns: [Column]
    let hasActions: Bool
}

/// The view of a table row, with a cell for each column.
struct LineView {
    /// One cell of a table row.
    ///
    /// The first cell of a row has the row's link and the row's tone.
    struct Cell {
        let row: String
        let words: String
        /// The heading of the cell's column, for narrow windows.
        let label: String
        let address: String?
        let pick: String?
        let choose: ChooseView?
        let tone: ToneView?
        let isFirst: Bool
        let isNumeric: Bool
    }

    let row: RowView
    let cells: [Cell]
    let hasActions: Bool

    init(_ row: RowView, of values: Row, in shape: TableShape) {
        (self.row, hasActions) = (row, shape.hasActions)
        cells = shape.columns.indices.map { index in
            let isFirst = index == 0
            return Cell(
                row: row.id, words: shape.columns[index].text(of: values), label: shape.columns[index].title,
                address: isFirst ? row.address : nil,
                pick: isFirst ? row.pick : nil, choose: isFirst ? row.choose : nil, tone: isFirst ? row.tone : nil,
                isFirst: isFirst, isNumeric: shape.isNumeric[index])
        }
    }
}

extension ListElement.Column {
    /// Returns whether the cells of two columns look the same, so that only their headings may differ.
    func hasCells(of other: ListElement.Column) -> Bool { content == other.content && kind == other.kind }
}
