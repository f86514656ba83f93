import FeatureKit
import FeatureStorage
import Interaction
import TerminalKit

// Handles the parts of a page besides its rows: fields, folds, tabs, section buttons and links.

extension InteractivePage {
    /// The focused part; `nil` if the rows or the page as a whole has the focus.
    var focus: PageStop? { view.focus }

    /// The line of the focused part.
    var focusLine: Int? { focus.flatMap { layout.line(of: $0) } }

    /// The form on the page, if one of its fields or its button has the focus.
    var focusedForm: FormTyping? {
        switch focus {
        case .field(let form, _), .submit(let form): view.forms[form]
        default: nil
        }
    }

    /// Focuses a part of the page, or the page as a whole.
    mutating func setFocus(_ stop: PageStop?) {
        leaveField()
        view.focus = stop
        switch stop {
        case .rows(let list):
            view.focus = nil
            if selection?.list != list, let first = layout.firstRow(of: list) { moveSelection(to: first) }
        case .field(let form, let name):
            if view.forms[form]?.enter(name) != true { view.focus = nil }
        default: break
        }
        relayout()
        // If the part is the first part of the page, scroll to the top. Then the lines above the part are visible too.
        if let line = focusLine, stop == layout.stops.first?.stop, line < height { scroll(by: -top) }
    }

    /// Focuses the next or the previous part.
    ///
    /// - Parameter isSkipping: Whether to leave out the buttons that decide about another person's value.
    mutating func moveFocus(by step: Int, skippingDecisions isSkipping: Bool = false) {
        let stops = layout.stops.map(\.stop).filter { stop in
            if isSkipping, case .decision = stop { false } else { true }
        }
        guard !stops.isEmpty else { return }
        // If no part has the focus, the keys go to the list with the cursor.
        let here = focus ?? selection.map { .rows(list: $0.list) }
        let index = here.flatMap { stops.firstIndex(of: $0) }
        setFocus(stops[index.map { ($0 + step + stops.count) % stops.count } ?? (step > 0 ? 0 : stops.count - 1)])
    }

    private mutating func leaveField() {
        if case .field(let form, _) = focus { view.forms[form]?.leave() }
    }

    /// Removes the focus if the focused part no longer exists.
    mutating func dropLostFocus() {
        guard let stop = focus, layout.line(of: stop) == nil else { return }
        // A key that is on its way to a decision must not act on the rows.
        if case .decision(_, let form, let name) = stop {
            let field = PageStop.field(form: form, name: name)
            if layout.line(of: field) != nil { return setFocus(field) }
        }
        leaveField()
        view.focus = nil
    }

    /// Opens or closes a folded section.
    mutating func toggleFold(_ id: String) {
        if view.openFolds.remove(id) == nil { view.openFolds.insert(id) }
        relayout()
    }

    /// Shows the next or the previous tab.
    ///
    /// The function changes the section that contains the cursor, or else the first section of tabs.
    mutating func moveTab(by step: Int) {
        let line = focusLine ?? selectedLine ?? top
        guard let tabs = layout.tabs.first(where: { $0.lines.contains(line) }) ?? layout.tabs.last else { return }
        let ids = tabs.section.elements.map(\.id)
        let open = tabs.section.openTab(view.chosenTabs[tabs.section.id])?.id
        guard let index = ids.firstIndex(where: { $0 == open }) else { return }
        show(tab: ids[(index + step + ids.count) % ids.count], of: tabs.section.id)
    }

    /// Shows a tab of a section.
    mutating func show(tab id: String, of section: String) {
        view.chosenTabs[section] = id
        relayout()
    }

    /// The first field of the page's forms, except of the form with which a person browses.
    var firstField: PageStop? {
        layout.stops.lazy.map(\.stop).first { stop in
            if case .field(let form, _) = stop { view.forms[form]?.browses == false } else { false }
        }
    }

    // MARK: - Sideways

    /// Scrolls the columns of the table with the cursor by a number of columns.
    mutating func moveSideways(by step: Int) {
        guard let list, let rows = layout.rows(of: list.id) else { return }
        let skipped = min(max(0, rows.skipped + step), rows.lastSkipped)
        guard skipped != rows.skipped else { return }
        view.skippedColumns[list.id] = skipped
        relayout()
    }

    // MARK: - Searching

    /// The field with which a person searches; `nil` if the page has none in sight.
    var searchField: PageStop? {
        guard let (form, field) = screen.search(manifest.actions) else { return nil }
        let stop = PageStop.field(form: form.id, name: field.name)
        return layout.line(of: stop) == nil ? nil : stop
    }

    /// The form with which a person browses, and its fields that now hide rows.
    private var search: (form: String, fields: [String])? {
        let form = screen.forms.first { $0.enabled && manifest.actions.browse(with: $0) }
        guard let form, let typing = view.forms[form.id] else { return nil }
        let fields = typing.entries.filter { entry in
            // The order hides no row.
            return entry.field.role?.orders != true && !entry.field.required && !entry.text.isEmpty
                && typing.isEnabled(entry.field.name)
        }
        return fields.isEmpty ? nil : (form.id, fields.map(\.field.name))
    }

    /// Whether the page shows only what a person has searched for.
    var isSearched: Bool { search != nil }

    /// The title of the first field whose text a form keeps back; `nil` if there is none.
    ///
    /// Search forms do not count.
    var keptBack: String? {
        screen.forms.lazy.compactMap { view.forms[$0.id] }.filter { !$0.browses }.compactMap(\.keptBack).first
    }

    /// Empties the fields with which a person searches.
    mutating func clearSearch() {
        guard let (form, fields) = search else { return }
        keepsRow = true
        changeForm(form) { typing in
            for name in fields { typing.clear(name) }
        }
    }

    // MARK: - Forms on the page

    /// Changes a form of the page.
    mutating func changeForm(_ id: String, _ change: (inout FormTyping) -> Void) {
        guard view.forms[id] != nil else { return }
        change(&view.forms[id, default: FormTyping(FormElement(id: id, action: ""), fields: [])])
        relayout()
    }

    /// Decides about another person's value of a field.
    mutating func decide(_ decision: Decision, about name: String, of form: String) {
        changeForm(form) { $0.decide(name, decision) }
        setFocus(.field(form: form, name: name))
    }

    mutating func showForms() {
        let forms = screen.forms
        for form in forms {
            let hidden = fieldsLeftOut(by: form)
            let fields = manifest.actions.fields(of: form).filter { !hidden.contains($0.name) }
            if view.forms[form.id]?.form.action != form.action { view.forms[form.id] = nil }
            view.forms[form.id, default: FormTyping(form, fields: fields)].show(form, with: fields, revision: revision)
        }
        // Keep the typed text of a form that has disappeared, because the form may return.
        view.forms = view.forms.filter { id, typing in !typing.isUntouched || forms.contains { $0.id == id } }
    }

    /// Returns the names of the fields that a form for browsing leaves out, because the headings of a table set them.
    ///
    /// Without rows, there is nothing to order.
    private func fieldsLeftOut(by form: FormElement) -> Set<String> {
        guard let action = manifest.action(named: form.action), action.browses else { return [] }
        guard screen.lists.contains(where: { !$0.rows.isEmpty }) else { return action.orderNames }
        let headings = screen.lists.flatMap { $0.columns ?? [] }.compactMap(\.sort)
        return action.fieldsSet(byHeadings: headings.filter { $0.action == form.action && $0.enabled }.map(\.arguments))
    }

    /// Returns the calls to send now for the forms that submit on change.
    mutating func nextFormCalls() -> [Call] {
        guard failure == nil else { return [] }
        return screen.forms.compactMap { view.forms[$0.id]?.nextCall() }
    }

    // MARK: - Buttons

    /// The buttons of a page without a list, which are shown below its elements; none while the page waits for its
    /// content or has failed.
    ///
    /// The ways to the neighbours of a record are keys in the last line, as the way back is.
    var bodyButtons: [KeyedButton] {
        guard !screen.buttons.isEmpty, screen.lists.isEmpty, failure == nil, !screen.phase.isFailed,
            layout.lineCount > 0 || !screen.phase.isLoading
        else { return [] }
        let keyed = KeyedButton.keyed(
            screen.buttons + layout.buttons, canRetry: false, hasRowButtons: false, of: manifest)
        return keyed.prefix(screen.buttons.count).filter { !$0.button.role.isStep }
    }
}
