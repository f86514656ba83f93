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

    init(_ state: InteractiveState, depth: Color.Depth) {
        self.state = state
        theme = Theme(depth: depth)
        areas = ScreenAreas(state)
        buffer = CellBuffer(width: state.size.columns, height: state.size.lines)
    }

    var page: InteractivePage { state.page }
    var width: Int { buffer.width }

    mutating func paint() {
        paintTitle()
        paintContent()
        paintStatus()
        paintButtons()
        if state.overlay != nil { dimBackground() }
        switch state.overlay {
        case .help(let line): paintHelp(from: line)
        case .menu(let menu): paint(menu)
        case .palette(let palette): paint(palette)
        case .form(let form): paint(form)
        case .confirmation(let confirmation): paint(confirmation)
        case nil: break
        }
        paintNotices()
        paintFooter()
        if let cursor = buffer.cursor, cursor.column >= width || cursor.line >= buffer.height { buffer.cursor = nil }
    }

    // MARK: - Top

    private mutating func paintTitle() {
        let state = stateText
        let stateWidth = min(state.text.displayWidth, max(0, width / 2))
        let room = width - stateWidth - 3
        var column = 1
        for title in self.state.crumbs {
            guard column < room / 2 else { break }
            column += buffer.write(
                "\(title) › ", column: column, line: 0, style: theme.dim, limit: room / 2 - column)
        }
        let sign = page.screen.tone.sign.map { $0 + " " } ?? ""
        let style = theme.tone(page.screen.tone).adding(.bold)
        buffer.write(sign + page.title, column: column, line: 0, style: style, limit: room - column + 1)
        buffer.write(state.text, column: width - stateWidth - 1, line: 0, style: state.style, limit: stateWidth)
        guard let rule = areas.rule else { return }
        buffer.write(String(repeating: "─", count: width), column: 0, line: rule, style: theme.dim)
        guard case .loading(_, let fraction?) = page.screen.phase, fraction.isFinite else { return }
        let done = Int((min(1, max(0, fraction)) * Double(width)).rounded(.down))
        buffer.write(String(repeating: "━", count: done), column: 0, line: rule, style: theme.tone(.accent))
    }

    /// The status of the page, in one or two words.
    private var stateText: (text: String, style: CellStyle) {
        if case .lost(let reason) = page.connection {
            return (
                short("\(state.spinner) connection lost: \(reason)", or: "\(state.spinner) connection lost"),
                theme.tone(.warning)
            )
        }
        if page.failure != nil || page.screen.phase.isFailed { return ("✗ failed", theme.tone(.critical)) }
        if page.screen.phase.isLoading {
            return ("\(state.spinner) \(page.screen.phase.loadingText)", theme.tone(.accent))
        }
        if !page.calls.isEmpty { return ("\(state.spinner) Working…", theme.tone(.accent)) }
        return ("● live", theme.tone(.positive).adding(.dim))
    }

    /// Returns the text, or the shorter text if the longer one does not fit beside the title.
    private func short(_ text: String, or shorter: String) -> String {
        text.madeVisible.displayWidth <= width / 2 ? text : shorter
    }

    // MARK: - Bottom

    private mutating func paintStatus() {
        guard let line = areas.status else { return }
        buffer.write(String(repeating: "─", count: width), column: 0, line: line, style: theme.dim)
        if let position = positionText {
            let size = position.displayWidth
            buffer.write(position, column: width - size - 2, line: line, style: theme.dim)
        }
        guard page.isFiltering || !page.filter.isEmpty else { return }
        let room = max(1, width - (positionText?.displayWidth ?? 0) - 8)
        let before = page.filter.beforeCursor.madeVisible.clippedAtFront(to: room)
        let text = page.isFiltering ? before + String(page.filter.text.dropFirst(page.filter.cursor)) : page.filter.text
        buffer.write(" / ", column: 1, line: line, style: theme.key)
        let used = buffer.write(text + " ", column: 4, line: line, style: theme.bold, limit: room)
        buffer.write(" ", column: 4 + used, line: line)
        if page.isFiltering { buffer.cursor = .init(column: min(width - 1, 4 + before.displayWidth), line: line) }
    }

    /// The number of the selected row and the number of all rows.
    private var positionText: String? {
        guard page.totalRowCount > 0 else { return nil }
        let total = page.totalRowCount.grouped
        guard page.filter.isEmpty else {
            // The filter searches only the rows that are loaded.
            return " \(page.layout.rowCount.grouped) of \(total) \(page.hasMoreRows ? "loaded" : "shown") "
        }
        if let list = page.list, let total = list.total, let number = page.selection?.number {
            let first = page.layout.firstRow(of: list.id) ?? 0
            return " \((number - first + 1).grouped) of \(total.words) "
        }
        return " \(((page.selection?.number ?? 0) + 1).grouped) of \(total)\(page.hasMoreRows ? "+" : "") "
    }

    private mutating func paintButtons() {
        guard let line = areas.buttons else { return }
        var column = 1
        for (index, button) in state.screenButtons.enumerated() {
            let key = button.usableKey ?? (index < 9 ? "\(index + 1)" : nil)
            let size = button.title.madeVisible.displayWidth + (key == nil ? 2 : 4)
            guard column + size < width || column == 1 else {
                buffer.write("…", column: column, line: line, style: theme.dim)
                break
            }
            if let key {
                column += buffer.write(
                    "\(key) ", column: column, line: line, style: button.enabled ? theme.key : theme.dim)
            }
            let style = button.enabled ? (button.role == .primary ? theme.bold : .plain) : theme.dim
            column += buffer.write(button.title, column: column, line: line, style: style) + 2
        }
    }

    private mutating func paintFooter() {
        buffer.fill(columns: 0..<width, lines: areas.footer..<areas.footer + 1)
        var column = 1
        var room = width
        // Always show the help key, because the help lists all other keys.
        if state.overlay == nil, !page.isFiltering, width >= 20 {
            room -= 8
            buffer.write("?", column: room, line: areas.footer, style: theme.key)
            buffer.write("help", column: room + 2, line: areas.footer, style: theme.dim)
        }
        for (key, label) in state.hints {
            let size = key.displayWidth + 1 + label.madeVisible.displayWidth
            guard column + size < room || column == 1 else { continue }
            column += buffer.write(key, column: column, line: areas.footer, style: theme.key) + 1
            column += buffer.write(label, column: column, line: areas.footer, style: theme.dim) + 2
        }
    }

    private mutating func paintNotices() {
        var line = areas.status ?? areas.footer
        for shown in state.notices.reversed() {
            let sign = shown.notice.tone.sign.map { $0 + " " } ?? ""
            let room = max(1, min(width - 4, 76) - sign.displayWidth - 2)
            let texts = (shown.notice.text + offerText(of: shown)).wrapped(to: room).prefix(3)
            let size = (texts.map(\.displayWidth).max() ?? 0) + sign.displayWidth + 2
            line -= texts.count
            guard line > areas.title else { return }
            let style = theme.notice(shown.notice.tone)
            buffer.fill(columns: width - size - 2..<width - 2, lines: line..<line + texts.count, style: style)
            for (index, text) in texts.enumerated() {
                let start = width - size - 1
                if index == 0 { buffer.write(sign, column: start, line: line, style: style.adding(.bold)) }
                buffer.write(text, column: start + sign.displayWidth, line: line + index, style: style)
            }
        }
    }

    /// Returns a text that names the button and the link of a notice with their keys.
    ///
    /// The text is empty if these keys have another effect now.
    private func offerText(of shown: InteractiveState.ShownNotice) -> String {
        let notice = shown.notice
        guard state.overlay == nil, notice == state.offer, shown.page == page.key else { return "" }
        let button = notice.button.map { " · u \($0.title)" } ?? ""
        let link = notice.opens.map { " · \(notice.button == nil ? "u" : "U") Open \(state.title(of: $0))" } ?? ""
        return button + link
    }

    private mutating func dimBackground() {
        for line in 0..<buffer.height {
            buffer.restyle(columns: 0..<width, line: line) { $0 = CellStyle(nil, on: nil, .dim) }
        }
        buffer.cursor = nil
    }
}
