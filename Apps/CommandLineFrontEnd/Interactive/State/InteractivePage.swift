import FeatureKit
import Interaction
import TerminalKit

/// A page of a view: the screen of its source, with the selection and the scroll position.
struct InteractivePage: Sendable {
    /// The selected row.
    ///
    /// After the screen changes, the row is found again by its list id and row id.
    struct Selection: Sendable, Hashable {
        var list: String
        var id: String
        /// The number of the row on the page.
        var number: Int
    }

    let key: Int
    let manifest: FeatureManifest
    private(set) var screen: Screen
    private(set) var revision = -1
    var connection = SourceConnection.live
    /// The number of viewers of the session, this view included.
    var viewers = 1
    /// The calls that take long, in order of arrival.
    var work: [RunningWork] = []
    /// The message that explains why the page has no session.
    var failure: String?
    /// The places that the session has shown before, and that the person can go back to.
    var visits: [Visit] = []
    /// The visit that the page returns to, until a frame shows its selected row.
    var returning: Visit?
    /// The number of the first line to show when the page has returned to a visit.
    private var returningTop: Int?
    /// Whether the page replaces the page below it as soon as it has a frame.
    var replacesPrevious = false
    /// Whether the person came to the page from a neighbour of its record.
    var isNeighbour = false
    /// Whether the page asks its source for the way to a neighbour of its record.
    var seeksWayBeside = false
    /// The action whose form the page opens as soon as it has loaded; `nil` for none.
    var begins: String?
    /// The place that the person has left for what the page shows or loads; the cursor goes to its row.
    var left: FormState.Place?
    /// The rows that somebody else has just changed.
    var marks = ChangeMarks()
    /// The time until which the changed rows are marked.
    var marksEnd = Duration.zero
    /// The rows that the person has ticked.
    var ticks = Ticks()
    /// The running calls, by call key.
    var calls: [Int: RunningCall] = [:]
    /// How to find the rows that ended calls have added, until a frame has the revision that shows the added row.
    var newRows: [(words: SuccessWords, name: String?, revision: Int)] = []
    /// The time of the last event from the source; at first the time at which the page was opened.
    var lastEvent = Duration.zero
    /// The number of rows that each list had when more rows were last requested.
    var askedForMore: [String: Int] = [:]

    /// The row that the page loads further rows to reach; `nil` if it seeks no row.
    var seeking: Seeking?
    /// Whether the cursor stays on its row when the search changes next.
    var keepsRow = false
    /// The revision that shows the rows of the last call that has replaced them.
    var replacedAt = -1
    /// The list that the person has just asked to sort; `nil` if no list is to be sorted.
    var sorting: Sorting?

    private(set) var filter = TextInput()
    var isFiltering = false
    private var shown: [String: [Int]]?

    /// The person's view of the page: its open folds, chosen tabs and typed text.
    var view = PageView()

    private(set) var layout: PageLayout
    private(set) var selection: Selection?
    /// The number of the first visible line.
    private(set) var top = 0
    private var width: Int
    /// The number of visible lines.
    private(set) var height: Int
    /// The number of lines of the terminal.
    private var lines = 0

    init(key: Int, manifest: FeatureManifest, width: Int, height: Int) {
        (self.key, self.manifest, self.width, self.height) = (key, manifest, width, height)
        screen = Screen(title: manifest.title)
        layout = PageLayout(screen, failure: nil, view: PageView(), actions: [], width: width, shown: nil)
    }

    /// The selected row.
    var row: Row? { selection.flatMap { layout.row($0.number) } }

    /// The screen's title, or the feature's title if the screen has none.
    var title: String { screen.title.isEmpty ? manifest.title : screen.title }

    /// Returns the title of a form's button.
    func submitTitle(of form: FormElement) -> String {
        manifest.action(named: form.action)?.submitTitle ?? form.action
    }

    /// The number of rows, including those that the filter hides.
    var totalRowCount: Int { layout.lists.reduce(0) { $0 + $1.rows.count } }

    /// Whether a list has rows that are not loaded yet.
    var hasMoreRows: Bool { layout.lists.contains { $0.more != nil } }

    /// Whether a record that no list shows may still exist.
    var mayHideRows: Bool { isSearched || hasMoreRows }

    /// The list with the cursor, or else the first visible list.
    var list: ListElement? {
        let cursor = selection?.list
        return layout.lists.first { $0.id == cursor } ?? layout.lists.first
    }

    // MARK: - Changing

    mutating func show(_ frame: Frame) {
        guard frame.revision > revision else { return }
        let (earlier, earlierLayout, isFirst) = (screen, layout, revision < 0)
        revision = frame.revision
        screen = frame.screen
        if !ticks.isEmpty {
            let count = ticks.ids.count
            ticks.keep(on: screen, at: place)
            // A search that leaves out some of the rows must not leave a part of them ticked.
            if ticks.ids.count < count, searching(earlier) != searching(screen) { ticks = Ticks() }
        }
        connection = .live
        showForms()
        applyFilter(among: nil)
        let isOther = browsing(earlier) != browsing(screen) || Self.orders(earlier) != Self.orders(screen)
        let heading = isOther ? sorting.flatMap { headingLine(of: $0.list) } : nil
        let kept = isOther && sorting == nil ? keptRow : nil
        relayout(isOther: isOther)
        if let kept { seek(kept) }
        if isOther, let sorting { showFirstRow(of: sorting.list, headingAt: heading) }
        followSeeking()
        restoreSelection()
        selectLeft()
        if !isFirst, filter.isEmpty { markChanges(since: earlier, earlierLayout) }
    }

    /// Selects the row of the visit that the page returns to, at its former position on the terminal.
    private mutating func restoreSelection() {
        guard let visit = returning, let row = visit.selection,
            screen.lists.contains(where: { $0.id == row.list && $0.rows.contains { $0.id == row.id } })
        else { return }
        returning = nil
        setFilter(visit.filter)
        guard let number = layout.number(ofRow: row.id, in: row.list, near: row.number) else { return }
        select(number)
        returningTop = visit.top
    }

    /// Scrolls to where the page was before its last visit.
    ///
    /// Call this method when the height of the page fits its screen.
    mutating func restoreTop() {
        guard let first = returningTop else { return }
        returningTop = nil
        scroll(to: first)
        showTop()
        keepSelectionInSight()
    }

    mutating func fail(_ message: String) {
        failure = message
        // The source has ended and will not reconnect, so do not show the connection as lost.
        connection = .live
        if screen.phase.isLoading { screen.phase = .ready }
        relayout()
    }

    mutating func resize(width: Int, height: Int, lines: Int) {
        guard (width, height, lines) != (self.width, self.height, self.lines) else { return }
        let isNew = (width, lines) != (self.width, self.lines)
        (self.width, self.height, self.lines) = (width, height, lines)
        if isNew { relayout() }
        if focus == nil { showTop() }
        keepSelectionInSight()
    }

    /// Handles a key that edits the filter.
    ///
    /// Returns `false` for any other key.
    mutating func editFilter(_ press: KeyPress) -> Bool {
        let before = filter.text
        guard filter.take(press) else { return false }
        // If the query only became longer, search only the rows that matched before.
        if filter.text != before { applyFilter(among: filter.text.hasPrefix(before) && !before.isEmpty ? shown : nil) }
        if filter.text != before { relayout() }
        return true
    }

    mutating func clearFilter() {
        isFiltering = false
        guard !filter.isEmpty else { return }
        filter = TextInput()
        shown = nil
        relayout()
    }

    /// Filters the rows by another text.
    mutating func setFilter(_ new: TextInput) {
        filter = new
        if filter.isEmpty { shown = nil } else { applyFilter(among: nil) }
        relayout()
    }

    private mutating func applyFilter(among candidates: [String: [Int]]?) {
        guard !filter.isEmpty else { return shown = nil }
        let rows = RowFilter(filter.text)
        var all: [String: [Int]] = [:]
        for list in screen.lists {
            all[list.id] = rows.indices(in: list, among: candidates?[list.id])
        }
        shown = all
    }

    /// Updates the layout.
    ///
    /// The selected row stays selected and keeps its position on the terminal.
    ///
    /// - Parameter isOther: Whether the rows are those of another search or order.
    mutating func relayout(isOther: Bool = false) {
        let offset = selection.flatMap { layout.line(ofRow: $0.number) }.map { $0 - top }
        layout = PageLayout(
            screen, failure: failure, view: view, actions: manifest.actions, width: width, shown: shown, lines: lines)
        layout.appendButtons(bodyButtons)
        dropLostFocus()
        // On the page of a record, the keys act on the record until the person goes into a list.
        guard layout.rowCount > 0, selection != nil || !screen.isOfRecord else {
            selection = nil
            return keepSelectionInSight()
        }
        let old = selection
        let found = old.flatMap { layout.number(ofRow: $0.id, in: $0.list, near: $0.number) }
        if found == nil, isOther { scroll(to: 0) }
        select(found ?? (isOther ? 0 : min(old?.number ?? 0, layout.rowCount - 1)))
        // A person who works in a form above the rows keeps it in sight.
        if found != nil, !(isOther && focus?.form != nil), let offset, let line = selectedLine {
            // The form above the first rows stays in sight if it was.
            scroll(to: isOther && top == 0 && line < height ? 0 : line - offset)
        }
        keepSelectionInSight()
    }

    // MARK: - Moving

    /// The line of the selected row.
    var selectedLine: Int? { selection.flatMap { layout.line(ofRow: $0.number) } }

    /// Selects a row and scrolls to it.
    mutating func moveSelection(to number: Int) {
        guard layout.rowCount > 0 else { return }
        select(min(max(0, number), layout.rowCount - 1))
        showTop()
        // At the last row, also show the lines below it.
        if selection?.number == layout.rowCount - 1, layout.lineCount - (selectedLine ?? 0) <= height {
            scroll(to: layout.lineCount)
        }
        keepSelectionInSight()
    }

    /// Scrolls by lines, and keeps the selection visible.
    mutating func scroll(by lines: Int) {
        scroll(to: top + lines)
        let inSight = linesInSight
        guard let line = selectedLine, !inSight.contains(line) else { return }
        // If the page shows no row in the visible lines, keep the selection.
        let rows = line < inSight.lowerBound ? Array(inSight) : inSight.reversed()
        let layout = layout
        if let number = rows.lazy.compactMap({ layout.row(onLine: $0) }).first { select(number) }
    }

    mutating func select(_ number: Int) {
        guard let place = layout.place(of: number) else { return selection = nil }
        selection = Selection(list: place.rows.list.id, id: place.rows[place.index].id, number: number)
    }

    mutating func scroll(to line: Int) { top = max(0, min(line, layout.lineCount - height)) }

    /// Scrolls to the top if the first row is selected, so that the lines above it are visible too.
    private mutating func showTop() {
        if selection?.number == 0, selectedLine ?? 0 < height { scroll(to: 0) }
    }
}
