import FeatureKit
import TerminalKit

extension PageLayout {
    mutating func add(_ section: SectionElement, width: Int, _ context: Context) {
        let first = lineCount
        switch section.layout {
        case .folded:
            let isOpen = context.view.openFolds.contains(section.id)
            append(.lines([StyledLine("\(isOpen ? "▾" : "▸") \(section.title ?? section.id)", .bold)]))
            stop(.fold(section: section.id), onLine: lineCount - 1)
            guard isOpen else { return }
            attachesNext = true
            addButtons(of: section)
            for element in section.elements { add(element, width: width, context) }
        case .tabs:
            addHeading(of: section, width: width)
            addTabs(of: section, width: width, context)
        case .columns:
            addHeading(of: section, width: width)
            if !addColumns(section.elements, width: width, context) {
                for element in section.elements { add(element, width: width, context) }
            }
        case .stack:
            addHeading(of: section, width: width)
            for element in section.elements { add(element, width: width, context) }
        }
        if section.layout == .tabs { tabs.append(Tabs(section: section, lines: first..<lineCount)) }
    }

    private mutating func addHeading(of section: SectionElement, width: Int) {
        if let title = section.title, !title.isEmpty {
            append(Self.lines(title, .bold, width: width))
            attachesNext = true
        }
        addButtons(of: section)
    }

    /// Adds the buttons of a section, one on each line.
    ///
    /// The tab key can move the focus to these buttons.
    private mutating func addButtons(of section: SectionElement) {
        guard !section.buttons.isEmpty else { return }
        let lines = section.buttons.map { button in
            StyledLine("[\(button.title)]", TextStyle(bold: button.role == .primary, dim: !button.enabled))
        }
        append(.lines(lines))
        let first = lineCount - lines.count
        for number in lines.indices {
            stop(.button(section: section.id, number: number), onLine: first + number)
            buttons.append(section.buttons[number])
        }
    }

    private mutating func addTabs(of section: SectionElement, width: Int, _ context: Context) {
        guard let open = section.openTab(context.view.chosenTabs[section.id]) else { return }
        var lines = [StyledLine()]
        var places: [(id: String, line: Int, columns: Range<Int>)] = []
        for (index, element) in section.elements.enumerated() {
            let title = element.tabTitle(index + 1)
            let isOpen = element.id == open.id
            let text = StyledLine(isOpen ? "[\(title)]" : " \(title) ", isOpen ? .bold : .dim)
            if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].displayWidth + text.displayWidth + 1 > width {
                lines.append(StyledLine())
            }
            if !lines[lines.count - 1].isEmpty { lines[lines.count - 1].append(spaces: 1) }
            let start = lines[lines.count - 1].displayWidth
            places.append((element.id, lines.count - 1, start..<start + text.displayWidth))
            lines[lines.count - 1].append(text)
        }
        append(.lines(lines))
        let first = lineCount - lines.count
        tabTitles += places.map { place in
            TabTitle(section: section.id, id: place.id, line: first + place.line, columns: place.columns)
        }
        guard case .section(var inner) = open else { return add(open, width: width, context) }
        // The tab already shows the title, so do not repeat it.
        if inner.layout != .folded { inner.title = nil }
        add(.section(inner), width: width, context)
    }

    /// Places elements side by side if there is room.
    ///
    /// Code needs room for its longest line, because a line that is cut tears drawings and tables.
    ///
    /// Returns whether the elements were placed.
    private mutating func addColumns(_ elements: [Element], width: Int, _ context: Context) -> Bool {
        let gap = 4
        guard elements.count > 1 else { return false }
        let room = (width - gap * (elements.count - 1)) / elements.count
        guard room >= 20, !elements.contains(where: { $0.hasCode(widerThan: room) }) else { return false }
        var (parts, rowCount) = ([PageLayout](), rowCount)
        for element in elements {
            var part = PageLayout(width: room)
            part.rowCount = rowCount
            part.add(element, width: room, context)
            // Rows and forms need more room than texts.
            guard part.stops.isEmpty || room >= 30 else { return false }
            rowCount = part.rowCount
            parts.append(part)
        }
        self.rowCount = rowCount
        append(parts, gap: gap)
        return true
    }
}

extension Element {
    /// Whether the element contains code with a line of more than `width` cells.
    fileprivate func hasCode(widerThan width: Int) -> Bool {
        switch self {
        case .text(let text):
            text.style == .code && text.text.codeLines.contains { $0.madeVisible.displayWidth > width }
        case .section(let section): section.elements.contains { $0.hasCode(widerThan: width) }
        default: false
        }
    }
}
