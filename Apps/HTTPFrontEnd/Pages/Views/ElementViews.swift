import FeatureKit

/// A text, or what stands where there is nothing to show.
struct TextView {
    let template = "text"
    let style: String
    let words: String
}

/// Labels and values.
struct FieldsView {
    let template = "fields"
    let items: [FieldsElement.Item]
}

/// A list of titles and details.
struct ListView {
    let template = "list"
    let rows: [RowView]
    let more: ActionView?
}

/// A list as a table of its rows' values.
struct TableView {
    /// A row with a value for each column.
    struct Line {
        let row: RowView
        let cells: [Cell]
    }

    /// A value; the first of its line stands for the line.
    struct Cell {
        let words: String
        let address: String?
        let tone: ToneView?
        let isFirst: Bool
    }

    let template = "table"
    let columns: [ListElement.Column]
    let lines: [Line]
    /// Whether a line has buttons, which need a column.
    let hasActions: Bool
    let more: ActionView?

    init(_ list: ListElement, columns: [ListElement.Column], rows: [RowView], more: ActionView?) {
        (self.columns, self.more) = (columns, more)
        lines = zip(list.rows, rows).map { row, view in
            let cells = columns.enumerated().map { index, column in
                let isFirst = index == 0
                return Cell(
                    words: row.values[column.name]?.description ?? "", address: isFirst ? view.address : nil,
                    tone: isFirst ? view.tone : nil, isFirst: isFirst)
            }
            return Line(row: view, cells: cells)
        }
        hasActions = rows.contains { !$0.actions.isEmpty }
    }
}

/// One row of a list.
struct RowView {
    let title: String
    let detail: String?
    let tone: ToneView?
    /// Where its link leads, if it opens something.
    let address: String?
    let actions: [ActionView]
}
