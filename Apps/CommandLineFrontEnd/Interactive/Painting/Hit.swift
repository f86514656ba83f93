import FeatureKit
import Interaction
import TerminalKit

/// A place on the screen that a mouse click acts on.
struct Hit: Sendable {
    /// The effect of a click.
    enum Target: Sendable {
        /// Has the effect of a key.
        case key(KeyPress)
        /// Selects a row, or acts on the selected row as Enter does.
        case row(Int)
        /// Moves the cursor to a cell of a row, or edits the cell with the cursor.
        case cell(Int, column: String)
        /// Ticks a row, or removes its tick.
        case tick(Int)
        /// Presses a button of the page, or one that sorts rows.
        case press(Button)
        /// Scrolls to a line of the scroll bar, also while the button is held down.
        case scrollBar(ScrollBar)
        /// Shows a tab of a section.
        case tab(section: String, id: String)
        /// Focuses a part of the page, and acts on it if it can be pressed.
        case stop(PageStop)
        /// Taps on a drawing, in a row of its picture that begins at a column of the terminal.
        case drawing(String, row: Int, left: Int)
        /// Acts on an entry of a form.
        case entry(EntryPlace, EntryAction)
        /// Runs a choice of the menu or of the palette.
        case choice(Choice)
        /// Takes a record of the list below a field.
        case reference(Int)
        /// Closes the form in front of the page and forgets its typed text.
        case discard
        /// Goes back to the place before.
        case back
        /// Does nothing, and hides the places behind.
        case nothing
    }

    /// An entry of a form.
    enum EntryPlace: Sendable, Hashable {
        /// An entry of the form in front of the page, by its index.
        case dialog(Int)
        /// A field of a form on the page.
        case page(form: String, name: String)
    }

    /// The effect of a click on an entry.
    enum EntryAction: Sendable {
        case focus
        case choose(String)
        case toggle(Int)
        /// Moves a slider to the clicked column of the range.
        case slide(Range<Int>)
        /// Decides about the text that another person has saved.
        case decide(Decision)
    }

    let columns: Range<Int>
    let line: Int
    let target: Target
}

extension InteractiveState {
    /// Handles a click or a movement with the button held down.
    mutating func takeMouse(column: Int, line: Int, isDrag: Bool, _ effects: inout [InteractiveEffect]) {
        // A person who drags the thumb need not stay on the bar.
        if isDrag, let bar = draggedBar { return scroll(bar, to: line) }
        var painter = Painter(self, depth: .none)
        painter.paint()
        guard let hit = painter.hit(column, line) else {
            // A click beside a menu, a palette or a text closes it. A form or a question stays, because it has text.
            guard !isDrag, !painter.isInFront(column, line) else { return }
            if help != nil { return help = nil }
            switch overlay {
            case .menu, .palette, .details: overlay = nil
            default: break
            }
            return
        }
        if isDrag {
            guard case .entry(let place, .slide(let bar)) = hit.target else { return }
            return act(on: place, .slide(bar), column: column)
        }
        switch hit.target {
        case .key(let press): take(press, &effects)
        case .row(let number):
            let isRepeated = page.focus == nil && page.selection?.number == number
            page.setFocus(nil)
            page.moveSelection(to: number)
            let isOnRow = page.cell == nil
            page.moveToCell(nil)
            if isRepeated, isOnRow, let choice = mainChoice { choose(choice, &effects) }
        case .cell(let number, let name):
            let isRepeated = page.focus == nil && page.selection?.number == number && page.view.column == name
            page.setFocus(nil)
            page.moveSelection(to: number)
            page.moveToCell(name)
            if isRepeated, let choice = mainChoice { choose(choice, &effects) }
        case .tick(let number):
            page.setFocus(nil)
            page.moveSelection(to: number)
            page.toggleTick()
        case .press(let button): press(button, row: nil, &effects)
        case .scrollBar(let bar):
            draggedBar = bar
            scroll(bar, to: line)
        case .tab(let section, let id): page.show(tab: id, of: section)
        case .stop(let stop):
            page.setFocus(stop)
            switch stop {
            case .fold, .button, .link, .element, .decision, .submit, .pageButton:
                _ = take(KeyPress(.enter), at: stop, &effects)
            case .rows, .field, .drawing: break
            }
        case .drawing(let id, let row, let left): tap(id, column: column - left, row: row, &effects)
        case .entry(let place, let action): act(on: place, action, column: column)
        case .choice(let choice): choose(choice, &effects)
        case .reference(let row): take(.take(row))
        case .discard: discardForm()
        case .back: goBack(&effects)
        case .nothing: break
        }
    }

    private mutating func scroll(_ bar: ScrollBar, to line: Int) {
        page.scroll(by: bar.top(forThumbAt: line) - page.top)
    }

    /// Handles a click with the secondary button: opens the menu of the row.
    mutating func takeMenuClick(column: Int, line: Int) {
        guard overlay == nil, help == nil else { return }
        var painter = Painter(self, depth: .none)
        painter.paint()
        let number: Int
        var cell: String?
        switch painter.hit(column, line)?.target {
        case .row(let row), .tick(let row): number = row
        case .cell(let row, let name): (number, cell) = (row, name)
        default: return
        }
        page.setFocus(nil)
        page.moveSelection(to: number)
        page.moveToCell(cell)
        overlay = menu.map { .menu($0) }
    }

    private mutating func act(on place: Hit.EntryPlace, _ action: Hit.EntryAction, column: Int) {
        switch place {
        case .dialog(let index):
            guard case .form(var form) = overlay, form.call == nil, form.entries.indices.contains(index) else { return }
            form.moveFocus(by: index - form.focus)
            if case .decide(let decision) = action {
                form.decide(index, decision)
            } else {
                form.edit(index) { $0.take(action, column: column) }
            }
            overlay = .form(form)
        case .page(let form, let name):
            if page.focus != .field(form: form, name: name) { page.setFocus(.field(form: form, name: name)) }
            page.changeForm(form) { $0.take(action, column: column) }
        }
    }
}

extension Painter {
    /// Returns the foremost place at a cell that the mouse can press.
    fileprivate func hit(_ column: Int, _ line: Int) -> Hit? {
        hits.last { $0.line == line && $0.columns.contains(column) }
    }
}

extension FormState.Entry {
    /// Handles a click on the entry.
    mutating func take(_ action: Hit.EntryAction, column: Int) {
        switch action {
        // The form decides about another person's value.
        case .focus, .decide: break
        case .choose(let text): input = TextInput(text)
        case .toggle(let number):
            guard options.indices.contains(number) else { return }
            option = number
            _ = takeInside(KeyPress(.character(" ")))
        case .slide(let bar):
            guard bar.count > 1 else { return }
            let fraction = Double(max(0, min(bar.count - 1, column - bar.lowerBound))) / Double(bar.count - 1)
            if let text = field.sliderText(at: fraction) { input = TextInput(text) }
        }
    }
}
