import FeatureKit
import TerminalKit

/// The layout of a list's rows: the shown rows and their columns.
struct RowsLayout: Sendable {
    /// A column of cells.
    struct Column: Sendable, Hashable {
        var title: String
        var width: Int
        var isRightAligned: Bool
        /// The index of the column among all columns of the list.
        var index: Int
        /// The name of the column if a person can edit its cells; `nil` for any other column.
        var editable: String?
    }

    /// The number of rows to measure for the column widths.
    ///
    /// These rows are spread evenly over the list.
    private static let sampleSize = 400
    private static let gap = 2
    /// The least width of a column whose cells a person edits.
    private static let leastCell = 6

    let list: ListElement
    /// The indices of the rows to show; `nil` to show all rows.
    let shown: [Int]?
    /// The number of rows that precede this list on the page.
    let firstRow: Int
    let columns: [Column]
    let hasTones: Bool
    let hasLinks: Bool
    /// Whether a mark shows which row is selected.
    let hasSelection: Bool
    /// The number of columns after the first that are scrolled out of sight to the left.
    let skipped: Int
    /// The number of skipped columns with which the last column is in sight.
    let lastSkipped: Int
    /// Whether columns are out of sight to the right.
    let hasMoreColumns: Bool

    /// Lays out a list.
    ///
    /// - Parameters:
    ///   - shown: The indices of the rows to show, or `nil` to show all rows.
    ///   - width: The width of all columns together, in cells.
    ///   - skipped: The number of columns after the first to scroll out of sight.
    init(_ list: ListElement, shown: [Int]?, firstRow: Int, width: Int, skipped: Int = 0) {
        (self.list, self.shown, self.firstRow) = (list, shown, firstRow)
        let step = max(1, list.rows.count / Self.sampleSize)
        let sample = stride(from: 0, to: list.rows.count, by: step).map { list.rows[$0] }
        hasTones = sample.contains { $0.tone?.sign != nil }
        hasLinks = sample.contains { $0.opens != nil }
        hasSelection = list.select != nil || list.selected != nil
        let room = width - (hasTones ? 2 : 0) - (hasLinks ? 2 : 0) - (hasSelection ? 2 : 0)
        var columns: [Column]
        if let names = list.columns {
            columns = names.enumerated().map { index, column in
                let title = column.heading
                // The other columns stay where they are when this one gets the mark of the order.
                let room = column.edit == nil ? 0 : Self.leastCell
                let least = max(room, column.title.displayWidth) + (column.sort == nil && column.sorted == nil ? 0 : 2)
                let width = sample.reduce(least) { max($0, column.text(of: $1).shownInRow.displayWidth) }
                return Column(
                    title: title, width: width, isRightAligned: column.isNumeric(in: sample), index: index,
                    editable: column.edit == nil ? nil : column.name)
            }
            let window = ColumnWindow(columns, skipped: skipped, room: room, gap: Self.gap)
            (self.skipped, lastSkipped) = (window.skipped, window.lastSkipped)
            (self.columns, hasMoreColumns) = (window.columns, window.hasMore)
            return
        } else {
            columns = [
                Column(
                    title: "", width: sample.reduce(0) { max($0, $1.title.shownInRow.displayWidth) },
                    isRightAligned: false,
                    index: 0),
                Column(
                    title: "", width: sample.reduce(0) { max($0, $1.detail?.shownInRow.displayWidth ?? 0) },
                    isRightAligned: false,
                    index: 1),
            ].filter { $0.width > 0 }
        }
        Self.fit(&columns, into: room)
        self.columns = columns
        (self.skipped, lastSkipped, hasMoreColumns) = (0, 0, false)
    }

    /// The number of lines of the heading.
    var headingCount: Int { list.columns == nil ? 0 : 1 }
    /// The number of rows that are shown.
    var rowCount: Int { shown?.count ?? list.rows.count }
    /// The number of lines of the list.
    var lineCount: Int { rowCount > 0 ? headingCount + rowCount : 1 }

    /// Returns the row that is shown at an index.
    subscript(index: Int) -> Row { list.rows[shown?[index] ?? index] }

    /// Returns the index of the row with an id.
    ///
    /// The search begins at `hint`, the index that the row had before.
    func index(of id: String, near hint: Int) -> Int? {
        // Read the rows in the buffer, because copying a row takes longer than comparing its id.
        list.rows.withUnsafeBufferPointer { rows in
            func isWanted(_ index: Int) -> Bool { rows[shown?[index] ?? index].id == id }
            if (0..<rowCount).contains(hint), isWanted(hint) { return hint }
            return (0..<rowCount).first(where: isWanted)
        }
    }

    /// Returns the texts of a row, one for each column.
    func cells(of row: Row) -> [String] {
        guard let names = list.columns else {
            return columns.count > 1
                ? [row.title.shownInRow, row.detail?.shownInRow ?? ""]
                : [(row.title.isEmpty ? row.detail ?? "" : row.title).shownInRow]
        }
        return columns.map { names[$0.index].text(of: row).shownInRow }
    }

    /// The number of cells between two columns.
    var gap: Int { Self.gap }

    /// Narrows the columns until the row fits, beginning with the widest column.
    private static func fit(_ columns: inout [Column], into room: Int) {
        guard !columns.isEmpty else { return }
        for index in columns.indices { columns[index].width = min(columns[index].width, max(1, room)) }
        while columns.map(\.width).reduce(0, +) + gap * (columns.count - 1) > room {
            guard let widest = columns.indices.max(by: { columns[$0].width < columns[$1].width }),
                columns[widest].width > 3
            else { return }
            columns[widest].width -= 1
        }
    }
}

extension ListElement.Column {
    /// The title of the column, with a mark of the sort order if the rows are sorted by this column.
    var heading: String {
        switch sorted {
        case .up: title + " ↑"
        case .down: title + " ↓"
        case nil: title
        }
    }
}

extension String {
    /// The text as a row shows it: on one line, without control characters.
    fileprivate var shownInRow: String {
        utf8.contains { !(0x20...0x7E).contains($0) } ? oneLine.madeVisible : self
    }
}
