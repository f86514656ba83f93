import FeatureKit
import TerminalKit

/// The rows of a screen that a command prints instead of the whole screen.
struct RowSelection: Sendable {
    var format = RowsFormat.table
    /// The names of the columns; `nil` for the usual columns of the format.
    var columns: [String]?
    /// The maximum number of rows; `nil` for all loaded rows.
    var limit: Int?
    /// The id of the list; `nil` if the screen has only one.
    var list: String?
    /// Whether cells of CSV are made harmless for spreadsheets.
    var isForSpreadsheet = false
    /// The names of values in their usual order.
    ///
    /// The columns of the screen and these names come before all other values.
    var valueOrder: [String] = []
    /// The option that prints all rows; `nil` if the command has none.
    var allOption: String?

    /// Returns the list that the selection names, or the only list of the screen outside of sections; `nil` if a placeholder stands for it.
    func list(of screen: Screen) throws(CommandLineError) -> ListElement? {
        let lists = screen.lists
        if lists.isEmpty, screen.hasPlaceholder { return nil }
        let ids = lists.map(\.id)
        if let list {
            if let found = lists.first(where: { $0.id == list }) { return found }
            let known = ids.isEmpty ? "there are none" : "known are \(ids.joined(separator: ", "))"
            throw .usage(
                "the screen has no list \(FieldValue.quote(list)), \(known)\(suggestion(for: list, among: ids))")
        }
        guard let first = lists.first else {
            throw .usage("the screen has no list; leave out --format, --columns, --limit and --list")
        }
        // Lists in sections stand beside the main list, such as records that do not fit.
        let main = screen.elements.compactMap { if case .list(let list) = $0 { list } else { nil } }
        if main.count == 1 { return main[0] }
        guard lists.count == 1 else {
            throw .usage("the screen has \(lists.count) lists; choose one with --list: \(ids.joined(separator: ", "))")
        }
        return first
    }

    /// Returns the columns to print of a list.
    ///
    /// A column can be named by its heading too, in any case.
    func columns(of list: ListElement) throws(CommandLineError) -> [RowColumn] {
        guard let columns else { return list.usualColumns(of: format, in: valueOrder) }
        let known = list.rowColumns(in: valueOrder)
        var found: [RowColumn] = []
        for name in columns {
            let column =
                known.first { $0.name == name } ?? known.first { $0.heading.lowercased() == name.lowercased() }
            // Without rows, nothing tells which raw values the rows would have.
            if column == nil, list.rows.isEmpty {
                found.append(RowColumn(name: name, shown: nil))
                continue
            }
            guard let column else {
                let names = known.map(\.name)
                throw .usage(
                    "the list '\(list.id)' has no column \(FieldValue.quote(name)), known are "
                        + names.joined(separator: ", ") + suggestion(for: name, among: names))
            }
            found.append(column)
        }
        return found
    }

    /// Prints the rows of a screen to standard output, and the number of further rows to standard error.
    func print(_ screen: Screen, on console: Console, colors: ColorChoice) throws {
        guard let list = try list(of: screen) else {
            let named = (columns ?? []).map { RowColumn(name: $0, shown: nil) }
            return try printNothing(named, on: console)
        }
        // An empty list that says no columns would only have the usual names of texts.
        if list.rows.isEmpty, list.columns == nil, columns == nil, format != .table {
            return try printNothing([], on: console)
        }
        let columns = try columns(of: list)
        let rows = list.rows.prefix(limit ?? list.rows.count)
        if format == .table {
            let width = console.isTerminal(.output) ? console.terminalWidth() : nil
            try console.print(
                Self.table(of: rows, columns, fitting: width).lineByLine(indent: 0).lazy.map { line in
                    width.map { line.clipped(to: $0) } ?? line
                }, colors: colors)
        } else {
            let bytes = format.encoded(rows, columns: columns)
            try console.printData(isForSpreadsheet ? bytes.forSpreadsheets : bytes, isJSON: format != .csv)
        }
        if let remark = remark(on: list, printed: rows.count, isLimited: screen.isLimited(list)) {
            console.say([StyledLine(remark, .dim)], colors: colors)
        }
    }

    /// Prints what a format has without rows: an empty array of JSON, or the header of CSV if the columns are known.
    private func printNothing(_ columns: [RowColumn], on console: Console) throws {
        switch format {
        case .json: try console.printData(format.encoded([], columns: []), isJSON: true)
        case .csv where !columns.isEmpty: try console.printData(format.encoded([], columns: columns), isJSON: false)
        case .csv, .ndjson, .table: break
        }
    }

    /// The number of cells to which a table cuts its ids to fit the terminal.
    private static let shortestID = 7

    private static func table(
        of rows: ArraySlice<Row>, _ columns: [RowColumn], fitting width: Int?
    ) -> TextTable {
        var table = TextTable()
        table.rows.append(columns.map { StyledLine($0.heading, .bold) })
        let idWidth = width.map { Self.idWidth(of: rows, columns, fitting: $0) } ?? .max
        for row in rows {
            table.rows.append(
                columns.map { column in
                    let text = column.text(of: row)
                    return StyledLine(
                        column.isID ? text.clippedInMiddle(to: idWidth) : text, TextStyle(tone: row.tone ?? .plain))
                })
        }
        table.rightAligned = Set(columns.indices.filter { columns[$0].isNumeric(in: rows) })
        return table
    }

    /// Returns the number of cells for the ids, so that the table fits the terminal if that is possible.
    private static func idWidth(of rows: ArraySlice<Row>, _ columns: [RowColumn], fitting width: Int) -> Int {
        let gap = 2
        let widths = columns.map { column in
            rows.reduce(column.heading.displayWidth) { max($0, column.text(of: $1).displayWidth) }
        }
        let excess = widths.reduce(-gap) { $0 + $1 + gap } - width
        let widest = zip(columns, widths).first { $0.0.isID }?.1 ?? 0
        return excess > 0 ? max(min(widest, shortestID), widest - excess) : widest
    }

    /// Returns a sentence on the rows that were not printed; `nil` if all rows were printed.
    ///
    /// - Parameter isLimited: Whether the session does not load further rows.
    private func remark(on list: ListElement, printed: Int, isLimited: Bool) -> String? {
        let isComplete = list.more == nil && !isLimited
        let rest = max(list.total?.count ?? 0, list.rows.count) - printed
        guard rest > 0 || !isComplete else { return nil }
        let number = "\(rest) more \(rest == 1 ? "row" : "rows")"
        let isExact = list.total?.exact ?? isComplete
        let text = isExact ? number : rest > 0 ? "At least \(number)" : "More rows follow"
        return text + (isLimited ? "." : allOption.map { "; \($0) prints all rows." } ?? ".")
    }
}

extension StyledLine {
    /// Returns the line, shortened to a width in cells; the last cell of a shortened line is an ellipsis.
    func clipped(to width: Int) -> StyledLine {
        guard displayWidth > width else { return self }
        var line = StyledLine()
        var rest = width
        for span in spans where rest > 0 {
            let spanWidth = span.text.displayWidth
            // The first span that reaches the last cell ends the line, because the line is too wide.
            let text = spanWidth < rest ? span.text : (span.text + " ").clipped(to: rest)
            line.append(text, span.style)
            rest -= spanWidth < rest ? spanWidth : rest
        }
        return line
    }
}

extension Screen {
    /// Whether a placeholder stands for missing content.
    fileprivate var hasPlaceholder: Bool {
        var isFound = false
        forEachElement { if case .placeholder = $0 { isFound = true } }
        return isFound
    }
}
