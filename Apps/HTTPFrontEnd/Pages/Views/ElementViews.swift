import FeatureKit

/// An element in its place on the page.
struct ElementView {
    let id: String
    /// What it shows; `nil` for an element that the page does not know and that has no text.
    let content: Any?
}

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
    let id: String
    let rows: [RowView]
    let more: MoreView
}

/// What asks for more rows, at a list's end.
struct MoreView {
    let id: String
    let action: ActionView?
}

/// One row of a list.
struct RowView {
    let id: String
    let title: String
    let detail: String?
    let tone: ToneView?
    /// Where its link leads, if it opens something.
    let address: String?
    let actions: [ActionView]
    let hasActions: Bool
}

/// A list as a table of its rows' values.
struct TableView {
    let template = "table"
    let id: String
    let columns: [ListElement.Column]
    let lines: [LineView]
    /// Whether a line has buttons, which need a column.
    let hasActions: Bool
    let more: MoreView

    init(_ list: ListElement, id: String, lines: [LineView], more: MoreView) {
        (self.id, self.lines, self.more) = (id, lines, more)
        columns = list.columns ?? []
        hasActions = list.hasButtons
    }
}

/// A row with a value for each column.
struct LineView {
    /// A value; the first of its line stands for the line.
    struct Cell {
        let words: String
        let address: String?
        let tone: ToneView?
        let isFirst: Bool
    }

    let row: RowView
    let cells: [Cell]
    let hasActions: Bool

    init(_ row: RowView, values: [String: FieldValue], columns: [ListElement.Column], hasActions: Bool) {
        (self.row, self.hasActions) = (row, hasActions)
        cells = columns.enumerated().map { index, column in
            let isFirst = index == 0
            return Cell(
                words: values[column.name]?.description ?? "", address: isFirst ? row.address : nil,
                tone: isFirst ? row.tone : nil, isFirst: isFirst)
        }
    }
}
