import FeatureKit
import TerminalKit

/// One feature of a view: what its source shows, and where a person is in it.
struct InteractivePage: Sendable {
    /// The row that is selected, found again by its ids when the screen changes.
    struct Selection: Sendable, Hashable {
        var list: String
        var id: String
        /// Its number on the page.
        var number: Int
    }

    let key: Int
    let manifest: FeatureManifest
    private(set) var screen: Screen
    private(set) var revision = -1
    var connection = SourceConnection.live
    /// Why there is no session.
    var failure: String?
    /// The calls that are under way.
    var calls: Set<Int> = []
    /// How long each list was when more of it was asked for.
    var askedForMore: [String: Int] = [:]

    private(set) var filter = TextInput()
    var isFiltering = false
    private var shown: [String: [Int]]?

    private(set) var layout: PageLayout
    private(set) var selection: Selection?
    /// The first line in sight.
    private(set) var top = 0
    private var width: Int
    /// How many lines are in sight.
    private(set) var height: Int

    init(key: Int, manifest: FeatureManifest, width: Int, height: Int) {
        (self.key, self.manifest, self.width, self.height) = (key, manifest, width, height)
        screen = Screen(title: manifest.title)
        layout = PageLayout(screen, failure: nil, width: width, shown: nil)
    }

    /// The row that is selected.
    var row: Row? { selection.flatMap { layout.row($0.number) } }

    /// What says its name.
    var title: String { screen.title.isEmpty ? manifest.title : screen.title }

    /// How many rows there are without a filter.
    var totalRowCount: Int {
        screen.elements.reduce(0) { count, element in
            if case .list(let list) = element { count + list.rows.count } else { count }
        }
    }

    /// Whether a list has more rows than are loaded.
    var hasMoreRows: Bool {
        screen.elements.contains { if case .list(let list) = $0 { list.more != nil } else { false } }
    }

    // MARK: - Changing

    mutating func show(_ frame: Frame) {
        guard frame.revision > revision else { return }
        revision = frame.revision
        screen = frame.screen
        connection = .live
        applyFilter(among: nil)
        relayout()
    }

    mutating func fail(_ message: String) {
        failure = message
        // There is none to come back.
        connection = .live
        if screen.phase.isLoading { screen.phase = .ready }
        relayout()
    }

    mutating func resize(width: Int, height: Int) {
        guard (width, height) != (self.width, self.height) else { return }
        let isNewWidth = width != self.width
        (self.width, self.height) = (width, height)
        if isNewWidth { relayout() } else { keepSelectionInSight() }
    }

    /// Takes a key that edits the filter; returns whether it was one.
    mutating func editFilter(_ press: KeyPress) -> Bool {
        let before = filter.text
        guard filter.take(press) else { return false }
        // Who types on narrows what is there.
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

    private mutating func applyFilter(among candidates: [String: [Int]]?) {
        guard !filter.isEmpty else { return shown = nil }
        let rows = RowFilter(filter.text)
        var all: [String: [Int]] = [:]
        for case .list(let list) in screen.elements {
            all[list.id] = rows.indices(in: list, among: candidates?[list.id])
        }
        shown = all
    }

    /// Sets the screen anew; the selected row keeps its id and its place in sight.
    private mutating func relayout() {
        let offset = selection.flatMap { layout.line(ofRow: $0.number) }.map { $0 - top }
        layout = PageLayout(screen, failure: failure, width: width, shown: shown)
        guard layout.rowCount > 0 else {
            selection = nil
            return scroll(to: top)
        }
        let old = selection
        let found = old.flatMap { layout.number(ofRow: $0.id, in: $0.list, near: $0.number) }
        select(found ?? min(old?.number ?? 0, layout.rowCount - 1))
        if found != nil, let offset, let line = selectedLine { scroll(to: line - offset) }
        keepSelectionInSight()
    }

    // MARK: - Moving

    /// The line of the selected row.
    var selectedLine: Int? { selection.flatMap { layout.line(ofRow: $0.number) } }

    /// Selects a row and brings it into sight.
    mutating func moveSelection(to number: Int) {
        guard layout.rowCount > 0 else { return }
        select(min(max(0, number), layout.rowCount - 1))
        // What stands above the first row comes into sight with it, what stands below the last as well.
        if selection?.number == 0, selectedLine ?? 0 < height { scroll(to: 0) }
        if selection?.number == layout.rowCount - 1, layout.lineCount - (selectedLine ?? 0) <= height {
            scroll(to: layout.lineCount)
        }
        keepSelectionInSight()
    }

    /// Moves by lines what is in sight; the selection stays in sight.
    mutating func scroll(by lines: Int) {
        scroll(to: top + lines)
        let inSight = linesInSight
        guard let line = selectedLine, !inSight.contains(line) else { return }
        // Where no row is in sight, the selection waits where it is.
        let rows = line < inSight.lowerBound ? Array(inSight) : inSight.reversed()
        let layout = layout
        if let number = rows.lazy.compactMap({ layout.row(onLine: $0) }).first { select(number) }
    }

    /// The lines in sight that no heading covers.
    var linesInSight: Range<Int> {
        let first = top + min(stickyLines, max(0, height))
        return first..<max(first, min(layout.lineCount, top + height))
    }

    private mutating func select(_ number: Int) {
        guard let place = layout.place(of: number) else { return selection = nil }
        selection = Selection(list: place.rows.list.id, id: place.rows[place.index].id, number: number)
    }

    private mutating func scroll(to line: Int) { top = max(0, min(line, layout.lineCount - height)) }

    private mutating func keepSelectionInSight() {
        scroll(to: top)
        guard let line = selectedLine else { return }
        if line > top + height - 1 { scroll(to: line - height + 1) }
        if line < top { scroll(to: line) }
        // Only there is known whether a heading covers it.
        if line < top + stickyLines { scroll(to: line - stickyLines) }
    }

    /// How many of the first lines in sight a table's heading covers.
    var stickyLines: Int { stickyRows == nil ? 0 : 1 }

    /// The table whose heading has gone out of sight while its rows are in sight.
    var stickyRows: RowsLayout? {
        for block in layout.blocks where block.firstLine < top && top < block.firstLine + block.lineCount {
            if case .rows(let rows) = block.content, rows.headingCount > 0, rows.rowCount > 0 { return rows }
        }
        return nil
    }
}
