public import FeatureKit
import FeatureStorage

extension RecordPlaces {
    /// Draws the list.
    ///
    /// Does nothing while the page of a record is shown.
    ///
    /// - Parameters:
    ///   - elements: The elements, without those that are `nil`.
    ///   - tone: The tone of the screen. The default is the tone of ``begin(title:tone:buttons:)``.
    public func showList(_ elements: [Element?], tone: Tone? = nil) {
        guard !isPage else { return }
        enter()
        stage.screen.tone = tone ?? header.tone
        if let filtered = filteredButtons { stage.screen.buttons = filtered }
        stage.screen.elements = elements.compactMap(\.self)
    }

    /// The form with which people search, filter and order the list; `nil` if the list cannot be browsed.
    public var searchForm: Element? {
        browsing.map { $0.form(records.shownValues(browsed?.values ?? [:]), problems: records.filterProblems) }
    }

    /// Returns columns whose headings order the list and show its order.
    ///
    /// A column without a button gets one if it shows the value of a field by which the list can be ordered.
    public func headings(_ columns: [ListElement.Column]) -> [ListElement.Column] {
        guard let browsing else { return columns }
        let columns = browsing.headings(columns)
        // A list in the order of insertion shares the columns with the view.
        guard let browsed, let order = browsed.order else { return columns }
        return columns.map { column in
            guard column.sort?.action == browsing.action.name, column.sort?.arguments["order"] == .text(order) else {
                return column
            }
            var column = column
            column.sorted = browsed.isDescending ? .down : .up
            column.sort?.arguments["descending"] = .boolean(!browsed.isDescending)
            return column
        }
    }

    /// Returns rows that link to the pages of their records.
    ///
    /// A row that opens another place keeps its link.
    ///
    /// - Parameter rows: The rows. The id of a row is the key of its record.
    public func linked(_ rows: consuming [Row]) -> [Row] {
        // Without other options, a link has the options that all sessions share.
        if launchedOptions.isEmpty, browsed?.values.isEmpty ?? true { records.link(&rows, to: feature) }
        if rows.count < links.count / 2 { links = [:] }
        for index in rows.indices where rows[index].opens == nil { rows[index].opens = link(to: rows[index].id) }
        return rows
    }

    /// The number of records in the list; `nil` if it is unknown, or if the list is short enough to see it.
    ///
    /// A list that is searched or filtered always shows its number.
    public var total: ListElement.Total? {
        guard records.isLong || isSelection else { return nil }
        return records.total.map { .init($0.count, exact: $0.isExact, apart: records.apartCount) }
    }

    /// Returns the elements of a list without records: a placeholder.
    ///
    /// If people search or filter the list, the placeholder says that nothing matches, below the form and above a link to
    /// all records.
    ///
    /// - Parameters:
    ///   - id: The placeholder's id.
    ///   - text: The text of the placeholder if there are no records at all.
    public func nothing(id: String, _ text: String) -> [Element] {
        let misfits = [misfits].compactMap(\.self)
        guard isSelection, let searchForm else { return [.placeholder(id: id, text)] + misfits }
        return [
            searchForm, .placeholder(id: id, "Nothing matches your search."),
            .link(id: "all", "Show all", opens: FeatureLink(feature: feature, options: launchedOptions)),
        ] + misfits
    }

    /// The loaded records that do not fit this version of the feature, each with a link to its page; `nil` if all fit.
    ///
    /// Another version may have written them. Their pages say what does not fit, and people correct it there in the form of
    /// ``editor(_:)``. A list without this element says in a notice that not everything is shown.
    public var misfits: Element? {
        records.showsMisfits = true
        guard !records.misfits.isEmpty else { return nil }
        let rows = records.misfits.map { misfit in
            Row(
                id: misfit.id, title: misfit.title(records.fields), detail: misfit.reason, tone: .warning,
                opens: link(to: misfit.id))
        }
        return .section(
            id: "misfits", title: "Records that do not fit this version", elements: [.list(id: "unfit", rows: rows)])
    }

    /// Whether the list may lack some records.
    private var isSelection: Bool { !(records.query?.selectsAll ?? true) }
}
