import FeatureKit
import Interaction

/// The screen of a session.
extension ActionMaker {
    /// Writes the parts of a page that a whole frame replaces: the path to the place, and the screen.
    mutating func frame(_ screen: Screen, to html: inout HTML) {
        html.up(UpView(screen, maker: self))
        shown(screen, isLasting: true, to: &html)
    }

    /// Writes a screen.
    ///
    /// - Parameters:
    ///   - screen: The screen.
    ///   - isLasting: Whether the page stays while the screen is loading. If not, the page reloads itself and has no
    ///     forms, because a reload would empty them.
    ///   - html: The writer.
    mutating func shown(_ screen: Screen, isLasting: Bool, to html: inout HTML) {
        show(screen)
        let asked = askedButton(on: screen)
        html.element("div") { html in
            html.attribute("id", "shown")
            if let asked {
                html.element("div") { html in
                    html.attribute("id", "asked")
                    dialog(asked, to: &html)
                }
            }
            html.element("article") { html in
                html.attribute("id", "screen")
                html.attribute("class", words: "screen", ToneView(screen.tone)?.name)
                let endsWithButtons = endsWithButtons(screen)
                let own = ownActions(of: screen)
                html.element("div") { html in
                    html.attribute("class", "top")
                    html.attribute("id", "top")
                    html.title(TitleView(screen, of: manifest))
                    if let steps = StepsView(own) { html.steps(steps) }
                    if !endsWithButtons { buttons(own, of: screen, isLasting: isLasting, to: &html) }
                }
                html.summary(SummaryView(screen))
                html.phase(PhaseView(screen.phase, maker: &self))
                html.element("div") { html in
                    html.attribute("id", PartsView.all.id)
                    // The rows behind an open dialog cannot be pressed.
                    html.flag("inert", asked != nil)
                    for each in screen.elements { element(each, to: &html) }
                }
                html.element("div") { html in
                    html.attribute("class", "end")
                    html.attribute("id", "end")
                    if endsWithButtons { buttons(own, of: screen, isLasting: isLasting, to: &html) }
                }
            }
        }
    }

    private func buttons(_ own: [ActionView], of screen: Screen, isLasting: Bool, to html: inout HTML) {
        html.presses(PressesView(own))
        html.asks(AsksView(actions: isLasting || !screen.phase.isLoading ? own.filter(\.asks) : []))
    }

    /// Makes the views of the screen's own buttons, with the keys that press them.
    mutating func ownActions(of screen: Screen) -> [ActionView] {
        let keyed = KeyedButton.keyed(
            screen.buttons, canRetry: false, hasRowButtons: screen.hasRowButtons(in: screen.lists), of: manifest)
        var own = actions(for: screen.buttons, in: "b")
        for index in own.indices { own[index].shortcut = keyed[index].letter.map { String($0) } }
        begin(&own)
        return own
    }

    /// Returns why the screen does not have the dialog that an address names; `nil` if it has it, or may have it soon.
    func lack(of address: DialogAddress, on screen: Screen) -> String? {
        guard let action = address.begun else {
            return screen.button(asking: address, in: manifest) == nil ? "This form is no longer available." : nil
        }
        return screen.phase.isLoading || screen.button(beginning: action, in: manifest) != nil
            ? nil : Screen.missingForm
    }

    /// Opens the dialog of the action that the address of the page begins.
    private func begin(_ views: inout [ActionView]) {
        guard let dialog = place.dialog, dialog.list == nil,
            let index = views.firstIndex(where: {
                $0.action == dialog.action && !$0.disabled && !$0.form.controls.isEmpty
            })
        else { return }
        views[index].isOpen = true
        if !place.keepsTyped { views[index].form.back = place.addresses.page }
        views[index].form.focusFirst()
    }

    /// Writes the open dialog of a row's button, or of a button on ticked rows.
    private mutating func dialog(_ asked: AskedButton, to html: inout HTML) {
        var view = dialog(asked)
        if !place.keepsTyped { view.form.back = place.addresses.page }
        if !view.form.refused { view.form.focusFirst() }
        view.isOpen = true
        html.dialog(view)
    }

    /// Writes the dialog that an address names; nothing if the screen no longer has its button.
    mutating func dialog(_ address: DialogAddress, on screen: Screen, to html: inout HTML) {
        show(screen)
        guard let asked = screen.button(asking: address, in: manifest) else { return }
        html.dialog(dialog(asked))
    }

    private mutating func dialog(_ asked: AskedButton) -> ActionView {
        switch asked {
        case .ofRow(let index, let row, let list): dialog(index, of: row, in: list)
        case .ofCell(let button, let edit, let row, let list): dialog(button, by: edit, of: row, in: list)
        case .ofTicks(let index, let ticks, let list): dialog(index, of: ticks, in: list)
        }
    }

    /// Writes the part of a page that shows the refused form: a form element or a dialog.
    ///
    /// Writes nothing if the screen no longer has the form.
    mutating func refusedForm(on screen: Screen, to html: inout HTML) {
        show(screen)
        guard let refusedForm = place.refusedForm else { return }
        if let asked = askedButton(on: screen) { return dialog(asked, to: &html) }
        let index = ElementIndex(screen)
        if let form = refusedForm.form.flatMap(index.form) {
            return element(.form(form), in: index.context(of: form.id), to: &html)
        }
        var places = [(buttons: screen.buttons, id: "b")]
        places += index.sections.map { (buttons: $0.buttons, id: PageID.presses(of: $0.id)) }
        for place in places {
            for view in actions(for: place.buttons, in: place.id) where view.form.refused { return html.dialog(view) }
        }
        // A button can act on what a person has entered into a form, so the form shows the messages.
        for form in screen.forms {
            var trial = self
            _ = trial.form(form, index.context(of: form.id))
            guard trial.place.hasShownRefusedForm else { continue }
            return element(.form(form), in: index.context(of: form.id), to: &html)
        }
    }

    /// Finds the list's button whose dialog the page shows: that of the refused form, or that in the address of the page.
    private func askedButton(on screen: Screen) -> AskedButton? {
        guard let refusedForm = place.refusedForm else {
            return place.dialog.flatMap { screen.button(asking: $0, in: manifest) }
        }
        guard refusedForm.form == nil else { return nil }
        if let column = refusedForm.column {
            return screen.cell(of: column, editedBy: refusedForm.action, in: manifest) { button, identifying in
                button.enabled && refusedForm.isMade(by: button, identifiedBy: identifying, editing: column)
            }
        }
        let fields = fields(of: refusedForm.action)
        for list in screen.lists {
            let ticked = list.ticked(refusedForm.ticks)
            let bulk = list.bulk.firstIndex { button in
                button.enabled && button.action == refusedForm.action && !button.asked(among: fields).isEmpty
            }
            if let bulk, !ticked.isEmpty { return .ofTicks(bulk, ticked, in: list) }
            for row in list.rows {
                let index = row.buttons.firstIndex { button in
                    button.enabled && refusedForm.isMade(by: button, identifiedBy: fields.identifying)
                        && !button.asked(among: fields).isEmpty
                }
                if let index { return .ofRow(index, row, in: list.id) }
            }
        }
        return nil
    }
}

/// A button of a list whose dialog a page shows.
enum AskedButton {
    /// The button of a row, by its index in the row, with the id of the list.
    case ofRow(Int, Row, in: String)
    /// The button that edits a cell of a row, with the id of the list.
    case ofCell(Button, ColumnEdit, Row, in: String)
    /// A button that acts on ticked rows, by its index among those of the list.
    case ofTicks(Int, [TickedRow], in: ListElement)
}

/// The part of a page's address, or of a sent form, that names the open dialog of a button.
struct DialogAddress: Sendable {
    /// The name of the action.
    let action: String
    /// The id of the list; `nil` for a button outside lists.
    let list: String?
    /// The id of the row; `nil` for a button that acts on ticked rows.
    let row: String?
    /// The ticked rows.
    let ticks: [Tick]
    /// The number of buttons of the same action before this button.
    let place: Int
    /// The name of the column whose cell is edited; `nil` for another button.
    let column: String?

    /// The action whose form the page opens; `nil` for the dialog of a list's button.
    var begun: String? { list == nil ? action : nil }

    /// Removes the part from the query of an address; `nil` if the query has none.
    init?(_ query: inout FormText) {
        let texts = FeatureManifest.dialogOptions.map { query.remove($0) }
        guard let action = texts[0], (texts[1] == nil) == (texts[2] == nil) else { return nil }
        (self.action, list, row, place) = (action, texts[1], texts[2], texts[3].flatMap(Int.init) ?? 0)
        column = texts[3].flatMap { $0.hasPrefix(Self.columnMark) ? String($0.dropFirst()) : nil }
        ticks = []
    }

    private static let columnMark = "."

    /// Returns the text that stands for a column in the place of the number of a button.
    static func mark(ofColumn name: String) -> String { columnMark + name }

    /// Creates the address of the dialog of a button that acts on ticked rows.
    init(_ action: String, in list: String, on ticks: [Tick]) {
        (self.action, self.list, self.ticks, row, place, column) = (action, list, ticks, nil, 0, nil)
    }
}

extension Screen {
    /// Finds the enabled button whose dialog an address names.
    func button(asking address: DialogAddress, in manifest: FeatureManifest) -> AskedButton? {
        guard let list = address.list.flatMap({ id in lists.first { $0.id == id } }) else { return nil }
        guard let id = address.row else {
            let ticked = list.ticked(address.ticks)
            guard !ticked.isEmpty else { return nil }
            let index = list.bulk.firstIndex { $0.action == address.action && $0.enabled }
            return index.map { .ofTicks($0, ticked, in: list) }
        }
        guard let row = list.rows.first(where: { $0.id == id }) else { return nil }
        if let column = address.column {
            guard let edit = list.edit(of: column, by: address.action, in: manifest) else { return nil }
            guard let button = edit.button(in: row), button.enabled else { return nil }
            return .ofCell(button, edit, row, in: list.id)
        }
        let indices = row.buttons.indices.filter { row.buttons[$0].action == address.action }
        guard indices.indices.contains(address.place), row.buttons[indices[address.place]].enabled else { return nil }
        return .ofRow(indices[address.place], row, in: list.id)
    }

    /// Finds the cell whose button fits.
    ///
    /// - Parameters:
    ///   - column: The name of the cell's column.
    ///   - action: The name of the action that edits the column.
    ///   - manifest: The manifest of the feature.
    ///   - fits: Gets the button of a cell, and the names of the fields whose arguments distinguish the cells.
    func cell(
        of column: String, editedBy action: String, in manifest: FeatureManifest,
        where fits: (Button, Set<String>) -> Bool
    ) -> AskedButton? {
        for list in lists {
            guard let edit = list.edit(of: column, by: action, in: manifest) else { continue }
            let identifying = edit.action.fields.identifying
            for row in list.rows {
                if let button = edit.button(in: row), fits(button, identifying) {
                    return .ofCell(button, edit, row, in: list.id)
                }
            }
        }
        return nil
    }
}

extension Screen {
    /// Returns how a person edits a column with a name; `nil` if the action edits none.
    func edit(of column: String, by action: String, in manifest: FeatureManifest) -> ColumnEdit? {
        lists.lazy.compactMap { $0.edit(of: column, by: action, in: manifest) }.first
    }
}

extension ListElement {
    /// Returns how a person edits the column with a name; `nil` if the action does not edit it.
    fileprivate func edit(of column: String, by action: String, in manifest: FeatureManifest) -> ColumnEdit? {
        columns?.first { $0.name == column && $0.edit == action }.flatMap { ColumnEdit($0, in: manifest) }
    }
}
