import FeatureKit
import FeatureStorage
import Interaction

extension InteractiveState {
    /// The choices for the selected row: the cell with the cursor, the row's buttons, its link, its selection and its
    /// details.
    var rowChoices: [Choice] {
        guard let row = page.row else { return [] }
        let others = [linkChoice(of: row), selectChoice(of: row)].compactMap { $0 }
        let cell = page.cell?.button.map { [Choice($0.title, .editCell)] } ?? []
        return cell + rowButtons.map(choice) + others + [Choice("Details", .details), Choice("Copy", key: "y", .copy)]
    }

    /// The choices for the page: its buttons and the retry of a failed operation.
    private var pageChoices: [Choice] {
        (retry.map { [Choice($0, key: "r")] } ?? []) + pageButtons.map(choice)
    }

    /// Returns the choice that presses a button, with a mark if a draft of its form is kept.
    private func choice(of keyed: KeyedButton) -> Choice {
        var choice = Choice(keyed)
        if hasDraft(keyed) { choice.title += Self.draftMark }
        return withoutTickKey(choice)
    }

    private func selectChoice(of row: Row) -> Choice? {
        page.selection.flatMap { place in page.layout.lists.first { $0.id == place.list }?.select }
            .map { Choice("Select", .select(action: $0, row)) }
    }

    private func linkChoice(of row: Row) -> Choice? {
        row.opens.map { link in
            // A place of the same feature shows more of the row itself, so the row's title says enough.
            let isSame = link.feature == page.manifest.id && link.title == nil
            return Choice(isSame ? "Open" : "Open \(title(of: link))", .open(link))
        }
    }

    /// Returns the title of the place that a link opens, or else of its feature.
    func title(of link: FeatureLink) -> String {
        link.title ?? catalogue.first { $0.id == link.feature }?.title ?? link.feature
    }

    /// The screen's buttons, in the order of their digit keys.
    var screenButtons: [Button] { page.screen.buttons }

    /// The button that retries the failed operation.
    var retry: Button? {
        if case .failed(_, let retry) = page.screen.phase { retry } else { nil }
    }

    /// The button that the enter key presses if no row is selected.
    ///
    /// The Enter that opens a row is often pressed twice. The page of the row presses only a primary button then. A
    /// primary button keeps the key while it is disabled.
    var mainButton: Button? {
        if let button = retry ?? screenButtons.first(where: { $0.role == .primary }) { return button }
        return page.screen.up == nil ? screenButtons.first(where: \.enabled) : nil
    }

    /// The choice that the enter key runs.
    ///
    /// On a row, the key changes nothing but the selection. On a search without result, it shows all rows.
    var mainChoice: Choice? {
        guard let row = page.row else {
            guard !page.screen.phase.isLoading else { return nil }
            if isEmptySearch { return showingAll }
            // Enter goes into the form of the page.
            return page.firstField == nil || retry != nil ? mainButton.map { Choice($0) } : nil
        }
        if let button = page.cell?.button { return Choice(button.title, .editCell) }
        return linkChoice(of: row) ?? selectChoice(of: row) ?? Choice("details", .details)
    }

    /// Whether a search or a filter may hide rows of the page.
    var isPartial: Bool { !page.filter.isEmpty || page.isSearched }

    /// Whether a search or a filter hides all rows of the page.
    var isEmptySearch: Bool { isPartial && page.layout.rowCount == 0 }

    /// The choice that ends the search and the filter.
    private var showingAll: Choice { Choice("Show all", detail: "end the search", key: "Esc", .showAll) }

    /// Ends the filter or else the search.
    mutating func showAll() {
        if page.filter.isEmpty { page.clearSearch() } else { page.clearFilter() }
    }

    /// The choice that selects the row with the cursor; `nil` if the list has no selection.
    var selectChoice: Choice? { page.row.flatMap(selectChoice) }

    /// Returns a remark for a question: its row is not shown, or the selected row is not the row with the cursor; else
    /// `nil`.
    func note(of confirmation: Confirmation) -> String? {
        if confirmation.isAway, let subject = confirmation.subject {
            return "\u{201C}\(subject)\u{201D} is no longer in this list."
        }
        guard confirmation.row == nil, page.focus == nil, let list = page.list, list.select != nil,
            let cursor = page.row, let id = list.selected, id != cursor.id,
            let selected = list.rows.first(where: { $0.id == id })
        else { return nil }
        return "\u{201C}\(selected.title)\u{201D} is selected (✓). The cursor is on \u{201C}\(cursor.title)\u{201D}."
    }

    /// The newest notice of the visible page that has a button or a link.
    var offer: Notice? {
        notices.last { $0.page == page.key && ($0.notice.button != nil || $0.notice.opens != nil) }?.notice
    }

    /// Returns the keys of a notice's button and link.
    ///
    /// `u` only takes back, and a button that does again what was taken back has the key `R`.
    func keys(of notice: Notice) -> (button: Character, link: Character) {
        guard let button = notice.button else { return ("U", "L") }
        return (page.manifest.takesBack(button) ? "u" : page.manifest.doesAgain(button) ? "R" : "U", "L")
    }

    /// Returns the key of a notice's button, or else of its link.
    func key(of notice: Notice) -> Character {
        let keys = keys(of: notice)
        return notice.button == nil ? keys.link : keys.button
    }

    /// Returns the call that shows the rows in their original order, if the next press of the key `s` does so.
    var originalOrder: Call? {
        guard let columns = page.list?.columns, let last = columns.last(where: { $0.sort != nil }), last.sorted != nil,
            let action = last.sort.flatMap({ page.manifest.action(named: $0.action) }),
            let order = action.fields.first(where: { $0.role == .order }), !order.required
        else { return nil }
        let descending = action.fields.name(of: .descending)
        return Call(action.name, descending.map { [$0: false] } ?? [:], emptied: [order.name])
    }

    /// Returns the button that sorts by the next column, or the button that reverses the sort order.
    func sortButton(isReverse: Bool) -> Button? {
        guard let columns = page.list?.columns else { return nil }
        let sortable = columns.indices.filter { columns[$0].sort != nil }
        let current = sortable.firstIndex { columns[$0].sorted != nil }
        guard let first = sortable.first else { return nil }
        guard let current else { return columns[first].sort }
        return columns[sortable[isReverse ? current : (current + 1) % sortable.count]].sort
    }

    /// The menu of the selected row and the screen.
    var menu: MenuState? {
        let aboutRow = tickChoices + rowChoices
        let choices = aboutRow + pageChoices
        return choices.isEmpty
            ? nil : MenuState(title: page.row?.title ?? page.title, choices: choices, rowCount: aboutRow.count)
    }

    /// The palette: the entries of every front end, and the commands that only a terminal has.
    var palette: PaletteState {
        let entries = PaletteEntry.entries(of: page.screen, on: page.row, manifest: page.manifest, catalogue: catalogue)
            .filter { $0.target != .search || page.searchField != nil }
        let shared = entries.map { withoutTickKey(Choice($0, keyed: rowButtons + pageButtons)) }
        return PaletteState(tickChoices + shared + ownCommands)
    }

    /// The commands that only a terminal has.
    private var ownCommands: [Choice] {
        var choices = retry.map { [Choice($0, key: "r")] } ?? []
        if let row = page.row {
            choices += [Choice("Details", detail: row.title, .details)]
            choices += [Choice("Copy", detail: row.title, key: "y", .copy)]
        }
        choices += otherDrafts.map { identity in
            let subject = drafts[identity]?.subject.map { " \($0)" } ?? ""
            return Choice(identity.title + subject, detail: "draft", .draft(identity))
        }
        choices += otherActions.map { Choice(Button($0)) }
        if page.searchField == nil, page.totalRowCount > 0 {
            choices.append(Choice("Filter", detail: "narrow the rows shown", key: "/", .filter))
        }
        if isPartial { choices.append(showingAll) }
        choices.append(Choice("Help", detail: "every key", key: "?", .help))
        if let previousTitle { choices.append(Choice("Back", detail: previousTitle, .back)) }
        return choices + [Choice("Quit", detail: "leave", key: "q", .leave)]
    }

    /// The actions that nothing on the page offers.
    private var otherActions: [Action] {
        let buttons = rowButtons.map(\.button) + pageButtons.map(\.button) + page.layout.lists.compactMap(\.more)
        let columns = page.screen.lists.flatMap { $0.columns ?? [] }
        let offered = Set(
            (buttons + columns.compactMap(\.sort)).map(\.action) + columns.compactMap(\.edit)
                + page.screen.forms.map(\.action) + page.screen.lists.compactMap(\.select))
        // The page itself offers the actions that only show something else, wherever they have an effect. A notice offers to
        // take back a change, whose number nobody knows by heart. An action on several rows needs rows to act on.
        return page.manifest.actions.filter { action in
            !action.effect.onlyShows && !action.takesRows && action.fields.name(of: .change) == nil
                && !offered.contains(action.name)
        }
    }
}
