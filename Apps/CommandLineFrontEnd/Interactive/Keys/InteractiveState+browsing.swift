import FeatureKit
import Interaction
import TerminalKit

extension InteractiveState {
    /// Handles a key press.
    mutating func take(_ press: KeyPress, _ effects: inout [InteractiveEffect]) {
        switch (press.key, press.modifiers) {
        case (.character("c"), .control) where cancelWork(&effects): return
        case (.character("c"), .control): return leave(again: "Ctrl-C again quits", &effects)
        case (.character("z"), .control): return effects.append(.suspend)
        case (.character("l"), .control): return effects.append(.repaint)
        default: break
        }
        if !press.isReport { page.endSeeking() }
        if !press.isReport, !press.isDrag { draggedBar = nil }
        if sizeProblem != nil, !press.isReport { return takeUnseen(press, &effects) }
        switch press.key {
        case .click(let column, let line): return takeMouse(column: column, line: line, isDrag: false, &effects)
        case .menuClick(let column, let line): return takeMenuClick(column: column, line: line)
        case .drag(let column, let line): return takeMouse(column: column, line: line, isDrag: true, &effects)
        case .background(let red, let green, let blue):
            let brightness = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
            if now < Look.patience { look.isLight = brightness > 127_500 }
            return
        default: break
        }
        if var help {
            let isClosed = !help.update(press, in: self).isEmpty
            return self.help = isClosed ? nil : help
        }
        if press.key == .function(1) || press.key == .character("?") && press.modifiers != .control && !isTyping {
            return help = HelpState()
        }
        if !takeInFront(press, &effects) { takeWhileBrowsing(press, &effects) }
    }

    /// Handles a key while the terminal is too small to show what the key would act on: only `q` has an effect.
    private mutating func takeUnseen(_ press: KeyPress, _ effects: inout [InteractiveEffect]) {
        guard press == KeyPress(.character("q")), overlay == nil, help == nil, page.focus == nil, !page.isFiltering
        else { return }
        leave(again: "q again quits", &effects)
    }

    private mutating func takeWhileBrowsing(_ press: KeyPress, _ effects: inout [InteractiveEffect]) {
        if let stop = page.focus, take(press, at: stop, &effects) { return }
        if hold(press) || takeStep(press, &effects) { return }
        if move(press) || takeOffer(press, &effects) || tick(press) || takeButton(press, &effects) { return }
        switch (press.key, press.modifiers) {
        case (.right, []) where page.moveToCell(by: 1): break
        case (.left, []) where page.moveToCell(by: -1): break
        case (.enter, _):
            if let choice = mainChoice { choose(choice, &effects) } else { enterForm() }
        case (.tab, .shift): page.moveFocus(by: -1)
        case (.tab, _): page.moveFocus(by: 1)
        case (.character("["), []): page.moveTab(by: -1)
        case (.character("]"), []): page.moveTab(by: 1)
        case (.character("u"), []), (.character("R"), _):
            guard let undo = page.manifest.undoButton(again: press.key == .character("R")) else { return answer(press) }
            self.press(undo, row: nil, &effects)
        case (.character("e"), []) where page.screen.isOfRecord && page.firstField != nil:
            page.setFocus(page.firstField)
        case (.character("s"), []): sort(isReverse: false, &effects)
        case (.character("S"), _): sort(isReverse: true, &effects)
        case (.right, []), (.character("l"), []), (.character("o"), []):
            if let link = page.row?.opens { open(link, &effects) }
        case (.escape, _) where isPartial: showAll()
        case (.escape, _), (.backspace, _), (.left, []), (.character("h"), []): goBack(&effects)
        case (.character("m"), []): overlay = menu.map { .menu($0) }
        case (.character(" "), []): if let choice = selectChoice { choose(choice, &effects) }
        case (.character("y"), []): copyRow(&effects)
        case (.character("Y"), _): copyPage(&effects)
        case (.character("/"), _): beginSearch()
        case (.character(":"), _), (.character("p"), .control): overlay = .palette(palette)
        case (.character("r"), []):
            if page.failure == nil, let retry { self.press(retry, row: nil, &effects) } else { restart(&effects) }
        case (.character("q"), []): leave(again: "q again quits", &effects)
        // A number that presses no button belongs into the form of the page.
        case (.character("0"..."9"), []), (.character("-"), []), (.paste, _):
            if enterForm(), let stop = page.focus { _ = take(press, at: stop, &effects) } else { answer(press) }
        default: answer(press)
        }
    }

    /// Says that a letter or digit has no effect.
    private mutating func answer(_ press: KeyPress) {
        guard case (.character(let key), []) = (press.key, press.modifiers) else { return }
        show(Notice("\u{201C}\(key)\u{201D} has no effect here; ? lists the keys"))
    }

    /// Focuses the first field of a page without rows.
    ///
    /// Returns whether the page has such a field.
    @discardableResult
    private mutating func enterForm() -> Bool {
        guard page.row == nil, page.focus == nil, !page.screen.phase.isLoading, let field = page.firstField else {
            return false
        }
        page.setFocus(field)
        return true
    }

    /// Presses the button that has the typed letter or digit.
    ///
    /// Returns whether any button has that key.
    private mutating func takeButton(_ press: KeyPress, _ effects: inout [InteractiveEffect]) -> Bool {
        guard case (.character(let key), []) = (press.key, press.modifiers) else { return false }
        if let button = tickButton(for: key) {
            pressOnTicked(button, &effects)
            return true
        }
        guard let keyed = button(for: key) else { return false }
        if keyed.row != nil, !tickButtons.isEmpty {
            let count = page.ticks.ids.count
            let rows = count == 1 ? "the selected row" : "\(count.grouped) selected rows"
            show(Notice("\u{201C}\(keyed.button.title)\u{201D} does not act on \(rows); Esc clears the selection"))
        } else {
            self.press(keyed.button, row: keyed.row, &effects)
        }
        return true
    }

    /// Focuses the field with which a person searches, or else filters the loaded rows.
    mutating func beginSearch() {
        if let field = page.searchField {
            page.setFocus(field)
        } else if page.totalRowCount > 0 {
            page.isFiltering = true
        }
    }

    /// Types a text into the search instead of the text there.
    mutating func replaceSearch(by text: String) {
        guard let field = page.searchField, page.focus == field, case .field(let form, let name) = field else { return }
        page.changeForm(form) { typing in
            typing.clear(name)
            _ = typing.edit(KeyPress(.paste(text)))
        }
    }

    private mutating func sort(isReverse: Bool, _ effects: inout [InteractiveEffect]) {
        if !isReverse, let call = originalOrder {
            let list = page.list?.id ?? ""
            page.sorting = InteractivePage.Sorting(list: list, call: perform(call, &effects))
        } else if let button = sortButton(isReverse: isReverse) {
            press(button, row: nil, &effects)
        }
    }

    /// Presses the button of the newest notice, or follows the link of that notice, if the key belongs to one of them.
    private mutating func takeOffer(_ press: KeyPress, _ effects: inout [InteractiveEffect]) -> Bool {
        guard case .character(let key) = press.key, !press.modifiers.contains(.control), let notice = offer else {
            return false
        }
        let keys = keys(of: notice)
        if let button = notice.button, keys.button == key {
            notices.removeAll { $0.notice == notice }
            self.press(button, row: nil, &effects)
        } else if let link = notice.opens, keys.link == key {
            open(link, &effects)
        } else {
            return false
        }
        return true
    }

    /// Moves the selection or scrolls, if the key is a movement key.
    ///
    /// Returns `false` for any other key.
    mutating func move(_ press: KeyPress) -> Bool {
        switch (press.key, press.modifiers) {
        case (.up, _), (.character("k"), []): step(by: -1)
        case (.down, _), (.character("j"), []): step(by: 1)
        case (.pageUp, _), (.character("b"), .control): step(by: -max(1, page.height - 1 - page.stickyLines))
        case (.pageDown, _), (.character("f"), .control): step(by: max(1, page.height - 1 - page.stickyLines))
        case (.character("u"), .control): step(by: -max(1, page.height / 2))
        case (.character("d"), .control): step(by: max(1, page.height / 2))
        case (.home, _), (.character("g"), []): step(by: -.max / 2)
        case (.end, _), (.character("G"), _):
            step(by: .max / 2)
            if page.focus == nil, page.selection != nil { page.seekLastRow() }
        case (.wheelUp, _): page.scroll(by: -3)
        case (.wheelDown, _): page.scroll(by: 3)
        case (.character("<"), _), (.wheelLeft, _), (.left, .shift): page.moveSideways(by: -1)
        case (.character(">"), _), (.wheelRight, _), (.right, .shift): page.moveSideways(by: 1)
        default: return false
        }
        return true
    }

    private mutating func step(by count: Int) {
        if count > 0, page.layout.lineCount <= page.height {
            if enterForm() { return }
            if page.focus == nil, page.selection == nil { return page.moveSelection(to: 0) }
        }
        guard page.focus == nil, let number = page.selection?.number else {
            return page.scroll(by: count.clamped(to: page.layout.lineCount))
        }
        // If the last row is selected, a movement down requests more rows again, because the last request may have
        // failed.
        if count > 0, number == page.layout.rowCount - 1 { page.askedForMore = [:] }
        // Text can precede the first row and follow the last row. Scroll if the user moves beyond the first or the last
        // row.
        let isAtEnd = count < 0 ? number == 0 : number == page.layout.rowCount - 1
        if isAtEnd { return page.scroll(by: count.clamped(to: page.layout.lineCount)) }
        page.moveSelection(to: number + count.clamped(to: page.layout.rowCount))
    }
}

extension KeyPress {
    /// Whether the terminal itself has sent the key press, to report its background colour.
    fileprivate var isReport: Bool { if case .background = key { true } else { false } }

    /// Whether the mouse was moved while its button was held down.
    fileprivate var isDrag: Bool { if case .drag = key { true } else { false } }
}

extension Int {
    /// The number, limited to the range from `-limit` to `limit`.
    fileprivate func clamped(to limit: Int) -> Int { Swift.min(Swift.max(self, -limit), limit) }
}
