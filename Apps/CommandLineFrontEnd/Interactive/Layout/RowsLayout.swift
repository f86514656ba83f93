import FeatureKit
import TerminalKit

/// How the rows of one list stand on a page: which of them, in which columns.
struct RowsLayout: Sendable {
    /// A column of cells.
    struct Column: Sendable, Hashable {
        var title: String
        var width: Int
        var isRightAligned: Bool
    }

    /// How many rows tell how wide the columns are; they are taken evenly from the whole list.
    private static let sampleSize = 400
    private static let gap = 2

    let list: ListElement
    /// The indices of the rows that are shown; `nil` for all.
    let shown: [Int]?
    /// How many rows stand before these on the page.
    let firstRow: Int
    let columns: [Column]
    let hasTones: Bool
    let hasLinks: Bool

    /// Lays out a list.
    ///
    /// - Parameters:
    ///   - shown: The rows that are shown; `nil` for all.
    ///   - width: How many cells the columns may take together.
    init(_ list: ListElement, shown: [Int]?, firstRow: Int, width: Int) {
        (self.list, self.shown, self.firstRow) = (list, shown, firstRow)
        let step = max(1, list.rows.count / Self.sampleSize)
        let sample = stride(from: 0, to: list.rows.count, by: step).map { list.rows[$0] }
        hasTones = sample.contains { $0.tone?.sign != nil }
        hasLinks = sample.contains { $0.opens != nil }
        let room = width - (hasTones ? 2 : 0) - (hasLinks ? 2 : 0)
        var columns: [Column]
        if let names = list.columns {
            columns = names.map { column in
                let values = sample.map { $0.values[column.name] }
                let width = values.reduce(column.title.displayWidth) { max($0, $1?.description.displayWidth ?? 0) }
                let isNumber = !values.isEmpty && values.allSatisfy(\.isNumber)
                return Column(title: column.title, width: width, isRightAligned: isNumber)
            }
        } else {
            columns = [
                Column(title: "", width: sample.reduce(0) { max($0, $1.title.displayWidth) }, isRightAligned: false),
                Column(
                    title: "", width: sample.reduce(0) { max($0, $1.detail?.displayWidth ?? 0) }, isRightAligned: false),
            ].filter { $0.width > 0 }
        }
        Self.fit(&columns, into: room)
        self.columns = columns
    }

    /// How many lines a heading takes.
    var headingCount: Int { list.columns == nil ? 0 : 1 }
    /// How many rows are shown.
    var rowCount: Int { shown?.count ?? list.rows.count }
    /// How many lines it all takes.
    var lineCount: Int { rowCount > 0 ? headingCount + rowCount : 1 }

    /// A row that is shown.
    subscript(index: Int) -> Row { list.rows[shown?[index] ?? index] }

    /// Where a row is shown, looked for near where it was at first.
    func index(of id: String, near hint: Int) -> Int? {
        // In place, as in a filter.
        list.rows.withUnsafeBufferPointer { rows in
            func isWanted(_ index: Int) -> Bool { rows[shown?[index] ?? index].id == id }
            if (0..<rowCount).contains(hint), isWanted(hint) { return hint }
            return (0..<rowCount).first(where: isWanted)
        }
    }

    /// What stands in the columns for a row.
    func cells(of row: Row) -> [String] {
        guard let names = list.columns else {
            return columns.count > 1
                ? [row.title, row.detail ?? ""] : [row.title.isEmpty ? row.detail ?? "" : row.title]
        }
        return names.map { row.values[$0.name]?.description ?? "" }
    }

    /// The cells between columns.
    var gap: Int { Self.gap }

    /// Makes columns narrower, the widest first, until they fit.
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

extension FieldValue? {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .decimal: true
        case .text, .boolean, nil: false
        }
    }
}
