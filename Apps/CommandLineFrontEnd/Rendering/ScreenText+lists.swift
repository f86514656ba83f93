import FeatureKit
import TerminalKit

extension ScreenText {
    /// The columns of a table, and the parts of its rows that do not depend on the columns.
    private struct Parts {
        var columns: [RowsLayout.Column]
        let signs: [String]
        let ids: [String]
        var ways: [String]
        /// A command that was left out because it did not fit.
        var example: String?

        var hasSigns: Bool { signs.contains { !$0.isEmpty } }
        var hasWays: Bool { ways.contains { !$0.isEmpty } }
    }

    func list(_ list: ListElement) -> [StyledLine] {
        if list.rows.isEmpty, let hint = list.hint {
            return wrapped(hint.lines.map { indented($0, .dim) }) + (list.total?.count == 0 ? [] : total(of: list))
        }
        return table(of: list) + total(of: list)
    }

    /// Returns the shown rows and the total number of rows of a list.
    private func total(of list: ListElement) -> [StyledLine] { list.extent.map { [indented($0, .dim)] } ?? [] }

    private func table(of list: ListElement) -> [StyledLine] {
        let parts = fitted(self.parts(of: list))
        let sign = parts.hasSigns ? [StyledLine()] : []
        var table = TextTable()
        if list.columns != nil || !parts.ids.isEmpty {
            let headings = parts.columns.map { StyledLine($0.title.clipped(to: $0.width), TextStyle(bold: true)) }
            table.rows.append(sign + headings + (parts.ids.isEmpty ? [] : [StyledLine("id", .bold)]))
        }
        table.rightAligned = Set(
            parts.columns.indices.filter { parts.columns[$0].isRightAligned }.map { $0 + sign.count })
        for (number, row) in list.rows.enumerated() {
            let style = TextStyle(tone: row.tone ?? .plain)
            var cells = sign.isEmpty ? [] : [StyledLine(parts.signs[number], style)]
            cells += parts.columns.map { column in
                let isDetail = list.columns == nil && column.index == 1
                return StyledLine(list.cell(column.index, of: row).clipped(to: column.width), isDetail ? .plain : style)
            }
            if !parts.ids.isEmpty { cells.append(StyledLine(parts.ids[number], .dim)) }
            if !parts.ways[number].isEmpty { cells.append(StyledLine(parts.ways[number], .dim)) }
            table.rows.append(cells)
        }
        return table.lines() + (parts.example.map(example) ?? [])
    }

    /// Returns the sentence with a command that opens a row.
    private func example(_ command: String) -> [StyledLine] {
        let line = indented("Open a row, for example: \(command)", .dim)
        guard let width, line.displayWidth > width else { return [line] }
        var table = TextTable()
        table.append([], command: command)
        return wrapped([indented("Open a row, for example:", .dim)]) + table.lines(indent: 4, fitting: width)
    }

    private func parts(of list: ListElement) -> Parts {
        let columns = (0..<(list.columns?.count ?? 2)).map { index in
            let column = list.columns?[index]
            let title = column?.heading ?? ""
            // Only a table that has to fit measures its columns.
            let width =
                self.width == nil
                ? .max : list.rows.reduce(title.displayWidth) { max($0, list.cell(index, of: $1).displayWidth) }
            return RowsLayout.Column(
                title: title, width: width, isRightAligned: column?.isNumeric(in: list.rows) ?? false, index: index)
        }
        let hasButtons = list.rows.contains { !$0.buttons.isEmpty }
        return Parts(
            columns: columns,
            signs: list.rows.map { row in
                // The mark of the selected row comes first, then the sign of the row's tone.
                let isSelected = row.id == list.selected
                let sign = isSelected && row.tone == .positive ? nil : row.tone?.sign
                return (isSelected ? "✓" : "") + (sign ?? "")
            }, ids: hasButtons ? list.rows.map(\.id) : [],
            ways: list.rows.map { $0.opens.map(linkCommand) ?? "" })
    }

    /// Returns the parts of a table that fit the width of the terminal.
    ///
    /// The commands that open the rows leave first, then columns from the right. The others are narrowed.
    private func fitted(_ parts: Parts) -> Parts {
        guard let width else { return parts }
        func widest(_ texts: [String]) -> Int { texts.reduce(0) { max($0, $1.displayWidth) } }
        let (indent, gap) = (2, 2)
        var (parts, room) = (parts, width - indent)
        if parts.hasSigns { room -= widest(parts.signs) + gap }
        if !parts.ids.isEmpty { room -= max(widest(parts.ids), "id".count) + gap }
        let natural = parts.columns.reduce(-gap) { $0 + $1.width + gap }
        if parts.hasWays, natural + gap + widest(parts.ways) > room {
            parts.example = parts.ways.first { !$0.isEmpty }
            parts.ways = parts.ways.map { _ in "" }
        }
        if natural > room {
            parts.columns = ColumnWindow(parts.columns, skipped: 0, room: max(1, room), gap: gap).columns
        }
        return parts
    }
}

extension ListElement {
    /// Returns the text of a row in a column, or the row's title and detail if the list has no columns.
    fileprivate func cell(_ index: Int, of row: Row) -> String {
        guard let columns else { return index == 0 ? row.title : row.detail ?? "" }
        return columns[index].text(of: row)
    }
}
