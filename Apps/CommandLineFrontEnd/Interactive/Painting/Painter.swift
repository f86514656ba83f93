import FeatureKit
package import TerminalKit

extension InteractiveState {
    /// Draws the state.
    ///
    /// The cost depends on the number of visible cells only.
    package func painted(depth: Color.Depth) -> CellBuffer {
        var painter = Painter(self, depth: depth)
        painter.paint()
        return painter.buffer
    }
}

/// Draws an interactive state into terminal cells.
struct Painter {
    let state: InteractiveState
    let theme: Theme
    let areas: ScreenAreas
    var buffer: CellBuffer
    /// The places that the mouse can press, from back to front.
    var hits: [Hit] = []
    /// The box in front of the page; `nil` if there is none.
    var front: (columns: Range<Int>, lines: Range<Int>)?

    /// The place of the cell with the cursor; `nil` if the cursor is on no cell in sight.
    var cellPlace: (columns: Range<Int>, line: Int)?

    /// The place of the focused field on the page; `nil` if no field has the focus.
    var referencePlace: (columns: Range<Int>, line: Int)?

    init(_ state: InteractiveState, depth: Color.Depth) {
        self.state = state
        theme = Theme(depth: depth, look: state.look)
        areas = ScreenAreas(state)
        buffer = CellBuffer(width: state.size.columns, height: state.size.lines)
    }

    var page: InteractivePage { state.page }
    var width: Int { buffer.width }

    mutating func paint() {
        if let problem = state.sizeProblem {
            for (line, text) in problem.wrapped(to: max(1, width), atMost: buffer.height).enumerated() {
                buffer.write(text, column: 0, line: line)
            }
            return
        }
        paintTitle()
        paintContent()
        paintMessage()
        paintReferencesInFront()
        let cell = cellInFront
        if state.overlay != nil {
            if cell == nil { dimBackground() }
            hits = []
        }
        paintNotices()
        switch state.overlay {
        case .menu(let menu): paint(menu)
        case .palette(let palette): paint(palette)
        case .form(let form): if let cell { paint(form, in: cell) } else { paint(form) }
        case .confirmation(let confirmation): paint(confirmation)
        case .details(let details): paint(details)
        case nil: break
        }
        if let help = state.help {
            dimBackground()
            hits = []
            paintNotices()
            paint(help)
        }
        paintFooter()
        if let cursor = buffer.cursor, cursor.column >= width || cursor.line >= buffer.height { buffer.cursor = nil }
    }

    // MARK: - Top

    private mutating func paintTitle() {
        let state = stateText
        let stateWidth = min(state.text.displayWidth, max(0, width / 2))
        let person = personText
        let end = width - stateWidth - 1 - (person.isEmpty ? 0 : person.displayWidth + 2)
        let room = end - 2
        let crumbs = (self.state.look.name.map { [$0] } ?? []) + self.state.crumbs
        var column = 1
        if width < 60 {
            if !crumbs.isEmpty { column += buffer.write("‹ ", column: column, line: 0, style: theme.key) }
        } else {
            for crumb in crumbs {
                guard column < room / 2 else { break }
                column += buffer.write(
                    "\(crumb) › ", column: column, line: 0, style: theme.dim, limit: room / 2 - column)
            }
        }
        if !self.state.crumbs.isEmpty, column > 1 { hit(columns: 0..<column, line: 0, .back) }
        let sign = page.screen.tone.sign.map { $0 + " " } ?? ""
        let style = theme.tone(page.screen.tone).adding(.bold)
        // A place that loads may still have the title of the place before.
        let title = page.screen.phase.isLoading && crumbs.last == page.title ? "…" : page.title
        buffer.write(sign + title, column: column, line: 0, style: style, limit: room - column + 1)
        buffer.write(person, column: end, line: 0, style: theme.dim)
        buffer.write(state.text, column: width - stateWidth - 1, line: 0, style: state.style, limit: stateWidth)
        for rule in [areas.rule, areas.bottomRule].compactMap({ $0 }) {
            buffer.write(String(repeating: "─", count: width), column: 0, line: rule, style: theme.dim)
        }
        let loading: Double? = if case .loading(_, let fraction) = page.screen.phase { fraction } else { nil }
        guard let rule = areas.rule, let fraction = loading ?? page.work.last(where: { $0.fraction != nil })?.fraction,
            fraction.isFinite
        else { return }
        let done = Int((min(1, max(0, fraction)) * Double(width)).rounded(.down))
        buffer.write(String(repeating: "━", count: done), column: 0, line: rule, style: theme.tone(.accent))
    }

    /// The name of the person, as far as there is room for it.
    private var personText: String {
        state.look.person.map { $0.madeVisible.clipped(to: min(20, width / 5)) } ?? ""
    }

    /// Adds a place that the mouse can press.
    mutating func hit(columns: Range<Int>, line: Int, _ target: Hit.Target) {
        hits.append(Hit(columns: columns, line: line, target: target))
    }

    /// Returns whether a cell belongs to the box in front of the page.
    func isInFront(_ column: Int, _ line: Int) -> Bool {
        front.map { $0.columns.contains(column) && $0.lines.contains(line) } ?? false
    }

    /// The status of the page, in one or two words.
    private var stateText: (text: String, style: CellStyle) {
        if case .lost(let reason) = page.connection {
            let lost = "\(state.spinner) connection lost" + (page.calls.isEmpty ? "" : ", not sent yet")
            return (short("\(lost): \(reason)", or: lost), theme.tone(.warning))
        }
        if page.failure != nil || page.screen.phase.isFailed { return ("✗ failed", theme.tone(.critical)) }
        if let silence = state.silentText {
            let text = short(
                "\(state.spinner) \(silence)",
                or: "\(state.spinner) no answer \(state.silentTime?.components.seconds ?? 0) s")
            return (text, theme.tone(.warning))
        }
        if page.screen.phase.isLoading {
            return ("\(state.spinner) \(page.screen.phase.loadingText)", theme.tone(.accent))
        }
        if let work = state.workTexts {
            return ("\(state.spinner) \(short(work.full, or: work.short))", theme.tone(.accent))
        }
        if state.isWorking { return ("\(state.spinner) Working…", theme.tone(.accent)) }
        let style = theme.tone(.positive).adding(.dim)
        // A viewer alone is no news.
        guard page.viewers > 1 else { return (width < 60 ? "●" : "● live", style) }
        return (width < 60 ? "● \(page.viewers)" : "● live  \(page.viewers.grouped) viewing", style)
    }

    /// Returns the text, or the shorter text if the longer one does not fit beside the title.
    private func short(_ text: String, or shorter: String) -> String {
        text.madeVisible.displayWidth <= width / 2 ? text : shorter
    }

    // MARK: - Bottom

    private mutating func paintMessage() {
        if let line = areas.message, let position = state.positionText {
            buffer.write(position, column: width - position.displayWidth - 1, line: line, style: theme.dim)
        }
        if let failure = page.failure, page.top > 0, let line = areas.message {
            // The message of the page itself is scrolled out of sight.
            let sign = (Tone.critical.sign ?? "!") + " "
            let room = width - (state.positionText?.displayWidth ?? 0) - 4
            buffer.write(sign + failure, column: 1, line: line, style: theme.tone(.critical), limit: room)
        }
        guard let line = areas.message else { return }
        let column = paintFilter(line)
        // A person who types a filter looks at its text.
        if !page.isFiltering { paintTicks(column: column, line: line) }
    }

    /// Draws the filter, and returns the first free column behind it.
    private mutating func paintFilter(_ line: Int) -> Int {
        guard page.isFiltering || !page.filter.isEmpty else { return 1 }
        let room = max(1, width - (state.positionText?.displayWidth ?? 0) - 6)
        let before = page.filter.beforeCursor.madeVisible.clippedAtFront(to: room)
        let text = page.isFiltering ? before + String(page.filter.text.dropFirst(page.filter.cursor)) : page.filter.text
        buffer.write("/", column: 1, line: line, style: theme.key)
        let used = buffer.write(text, column: 3, line: line, style: theme.bold, limit: room)
        if page.isFiltering { buffer.cursor = .init(column: min(width - 1, 3 + before.displayWidth), line: line) }
        return 3 + used + 3
    }

    /// Draws the number of ticked rows, and the keys that act on all of them.
    private mutating func paintTicks(column: Int, line: Int) {
        guard !page.ticks.isEmpty else { return }
        let end = width - (state.positionText?.displayWidth ?? 0) - 3
        var column = column
        column += buffer.write(
            "✓ " + page.ticks.words(on: page.screen), column: column, line: line,
            style: theme.tone(.accent).adding(.bold), limit: end - column)
        for hint in state.tickHints where column + 3 + hint.width <= end {
            column += buffer.write(" · ", column: column, line: line, style: theme.dim)
            let start = column
            column += buffer.write(hint.key, column: column, line: line, style: theme.key) + 1
            column += buffer.write(hint.text, column: column, line: line, style: theme.dim)
            if let press = hint.press { hit(columns: start..<column, line: line, .key(press)) }
        }
    }

    private mutating func paintFooter() {
        buffer.fill(columns: 0..<width, lines: areas.footer..<areas.footer + 1)
        var room = width - 1
        // Always show the help key, because the help lists all other keys.
        if state.help == nil, width >= 20 {
            let (key, press) = state.isTyping ? ("F1", KeyPress(.function(1))) : ("?", KeyPress(.character("?")))
            let label = width < 60 ? "" : " help"
            room -= key.count + label.count + 2
            let start = width - key.count - label.count - 1
            buffer.write(key, column: start, line: areas.footer, style: theme.key)
            buffer.write(label, column: start + key.count, line: areas.footer, style: theme.dim)
            hit(columns: start..<width, line: areas.footer, .key(press))
        }
        var column = 1
        for hint in Hint.fitting(state.hints, into: room) {
            let start = column
            let style = hint.isEnabled ? theme.key : theme.dim
            column += buffer.write(hint.key, column: column, line: areas.footer, style: style) + 1
            column += buffer.write(
                hint.text, column: column, line: areas.footer, style: theme.dim, limit: room - column)
            if let press = hint.press { hit(columns: start..<column, line: areas.footer, .key(press)) }
            column += 2
        }
    }

    private mutating func paintNotices() {
        for item in areas.notices.items {
            let style = theme.tone(item.notice.tone)
            let sign = item.notice.tone.sign.map { $0 + " " } ?? ""
            for (index, text) in item.texts.enumerated() {
                let line = item.line + index
                if !item.isShared { buffer.fill(columns: 0..<width, lines: line..<line + 1) }
                if index == 0 { buffer.write(sign, column: 1, line: line, style: style.adding(.bold)) }
                buffer.write(text, column: 1 + sign.displayWidth, line: line, style: style)
                guard let key = item.key, index == item.texts.count - 1 else { continue }
                hit(columns: 0..<width, line: line, .key(KeyPress(.character(key))))
            }
        }
    }

    private mutating func dimBackground() {
        for line in 0..<buffer.height {
            buffer.restyle(columns: 0..<width, line: line) { $0 = CellStyle(nil, on: nil, .dim) }
        }
        buffer.cursor = nil
    }
}
