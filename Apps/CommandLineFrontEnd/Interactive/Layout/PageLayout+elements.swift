import FeatureKit
import Interaction
import TerminalKit

extension PageLayout {
    /// The inputs of the layout, except the elements themselves.
    struct Context: Sendable {
        let screen: Screen
        let view: PageView
        let actions: [Action]
        /// The number of lines of the terminal.
        let lines: Int

        /// The indices of the rows that match the filter, by list id; `nil` without a filter.
        let shown: [String: [Int]]?

        /// The number of lines below which the form with which a person browses takes one line.
        private static let lowest = 14
        /// Whether the terminal is so low that rows are worth more than a form for searching them.
        var isLow: Bool { lines < Self.lowest }
    }

    mutating func add(_ element: Element, width: Int, _ context: Context) {
        let tone = context.screen.tone
        switch element {
        case .list(let list): add(list, width: width, context)
        case .text(let text):
            append(.lines(Self.lines(of: text, tone: tone, width: width)))
        case .placeholder(let placeholder):
            append(Self.lines(placeholder.text, TextStyle(tone: tone, dim: tone == .plain), width: width))
        case .link(let link): add(link, width: width)
        case .progress(let progress): append(Self.lines(of: progress, width: width))
        case .image(let image): append(Self.lines(image.words, TextStyle(tone: tone), width: width))
        case .drawing(let drawing): add(drawing, width: width, context)
        case .chart(let chart): append(.lines(ChartLayout(chart, width: width).lines))
        case .fields(let fields): add(fields, width: width)
        case .form(let form): add(form, width: width, context)
        case .section(let section): add(section, width: width, context)
        case .unknown(let unknown):
            append(Self.lines(unknown.shownText ?? "", .plain, width: width))
            for element in unknown.elements { add(element, width: width, context) }
        }
    }

    private mutating func add(_ list: ListElement, width: Int, _ context: Context) {
        lists.append(list)
        if list.rows.isEmpty {
            // An empty list may still be loading, so do not show a placeholder yet.
            if context.screen.phase.isLoading { return }
            if context.shown == nil, let hint = list.hint { return append(Self.lines(hint, .dim, width: width)) }
        }
        let rows = RowsLayout(
            list, shown: context.shown.map { $0[list.id] ?? [] }, firstRow: rowCount, width: width,
            skipped: context.view.skippedColumns[list.id] ?? 0)
        rowCount += rows.rowCount
        append(.rows(rows))
        if rows.rowCount > 0 { stop(.rows(list: list.id), onLine: lineCount - rows.lineCount) }
    }

    private mutating func add(_ form: FormElement, width: Int, _ context: Context) {
        guard let typing = context.view.forms[form.id] else { return }
        let title = context.actions.first { $0.name == form.action }?.submitTitle ?? form.action
        let isFocused = context.view.focus?.form == form.id
        let isBrief = context.isLow && typing.browses && !isFocused && typing.entries.allSatisfy { $0.error == nil }
        let layout = FormLayout(typing, title: title, width: width, isBrief: isBrief && !typing.entries.isEmpty)
        append(.form(layout))
        if layout.isBrief { attachesNext = true }
        let first = lineCount - layout.lines.count
        for (stop, line) in layout.stops { self.stop(stop, onLine: first + line) }
    }

    // MARK: - Labels and values

    private mutating func add(_ fields: FieldsElement, width: Int) {
        let places = fields.style == .stats ? addStats(fields, width: width) : addTable(fields, width: width)
        for (number, item) in fields.items.enumerated() where item.opens != nil {
            stop(.link(fields: fields.id, number: number), onLine: places[number])
        }
    }

    /// Adds labels and values, one item on each line.
    ///
    /// Returns the first line of each item.
    private mutating func addTable(_ fields: FieldsElement, width: Int) -> [Int] {
        let widest = fields.items.reduce(0) { max($0, $1.label.madeVisible.displayWidth) }
        let labels = min(widest, max(4, width / 3))
        var (lines, places) = ([StyledLine](), [Int]())
        for item in fields.items {
            places.append(lines.count)
            for (number, value) in item.value(width: max(1, width - labels - 2)).enumerated() {
                let label = StyledLine(number == 0 ? item.label.madeVisible.clipped(to: labels) : "", .dim)
                lines.append(label + value.indented(labels - label.displayWidth + 2))
            }
        }
        append(.lines(lines))
        let first = lineCount - lines.count
        return places.map { $0 + first }
    }

    /// Adds figures side by side, each above its label.
    ///
    /// Returns the first line of each item.
    private mutating func addStats(_ fields: FieldsElement, width: Int) -> [Int] {
        let gap = 3
        var (lines, places) = ([StyledLine](), [Int]())
        var band: [[StyledLine]] = []
        var used = 0
        func flush() {
            guard !band.isEmpty else { return }
            if !lines.isEmpty { lines.append(StyledLine()) }
            places += band.map { _ in lines.count }
            for number in 0..<(band.map(\.count).max() ?? 0) {
                var (line, start) = (StyledLine(), 0)
                for column in band {
                    if number < column.count {
                        line.append(spaces: start - line.displayWidth)
                        line.append(column[number])
                    }
                    start += (column.map(\.displayWidth).max() ?? 0) + gap
                }
                lines.append(line)
            }
            (band, used) = ([], 0)
        }
        for item in fields.items {
            let column = item.figure(width: width)
            let size = column.map(\.displayWidth).max() ?? 0
            if used + size > width { flush() }
            band.append(column)
            used += size + gap
        }
        flush()
        append(.lines(lines))
        let first = lineCount - lines.count
        return places.map { $0 + first }
    }

    /// Adds a link.
    ///
    /// A link to a page on the web shows its address, because the terminal cannot open it.
    private mutating func add(_ link: LinkElement, width: Int) {
        let isPlace = if case .feature = link.opens { true } else { false }
        let title = (isPlace ? link.title + " ›" : link.title).wrapped(to: width).map { StyledLine($0) }
        let address = link.opens.webAddress?.wrapped(to: width).map { StyledLine($0, .dim) } ?? []
        append(.lines(title + address))
        if isPlace { stop(.element(id: link.id), onLine: lineCount - title.count) }
    }

    private mutating func add(_ drawing: DrawingElement, width: Int, _ context: Context) {
        let layout = DrawingLayout(drawing, width: width, lines: context.lines)
        append(.drawing(layout))
        if drawing.tap?.enabled == true { stop(.drawing(id: drawing.id), onLine: lineCount - layout.lines.count) }
    }

    // MARK: - Texts

    static func lines(_ text: String, _ style: TextStyle, width: Int) -> Block.Content {
        .lines(text.isEmpty ? [] : text.wrapped(to: width).map { StyledLine($0, style) })
    }

    /// Returns the title, and below it the bar and the text about it.
    private static func lines(of progress: ProgressElement, width: Int) -> Block.Content {
        let title = progress.title.wrapped(to: width).map { StyledLine($0) }
        guard let fraction = progress.fraction else {
            return .lines(title + (progress.message?.wrapped(to: width).map { StyledLine($0, .dim) } ?? []))
        }
        var bar = StyledLine(ProgressBar.line(share: fraction).clipped(to: width), TextStyle(tone: .accent))
        let words = progress.message.map { "  \($0)" } ?? ""
        let isOneLine = bar.displayWidth + words.madeVisible.displayWidth <= width
        if isOneLine { bar.append(words, .dim) }
        let rest = isOneLine ? [] : progress.message?.wrapped(to: width).map { StyledLine($0, .dim) } ?? []
        return .lines(title + [bar] + rest)
    }

    private static func lines(of text: TextElement, tone: Tone, width: Int) -> [StyledLine] {
        if text.text.isEmpty { return [] }
        let style = TextStyle(text.style, tone: tone)
        guard text.style == .code else { return text.text.wrapped(to: width).map { StyledLine($0, style) } }
        return text.text.codeLines.flatMap { $0.cut(to: width) }.map { StyledLine($0, style) }
    }
}

extension FieldsElement.Item {
    private var drawnTrend: String { Trend(trend).map { "  \($0.blocks)" } ?? "" }

    /// Returns the value with its tone sign, its remark and its link mark, in lines of at most `width` cells.
    fileprivate func value(width: Int) -> [StyledLine] {
        let sign = tone?.sign.map { $0 + " " } ?? ""
        let style = TextStyle(tone: tone ?? .plain)
        var lines = (sign + value).wrapped(to: width).map { StyledLine($0, style) }
        let end = drawnTrend + (detail.map { "  \($0)" } ?? "") + (opens == nil ? "" : " ›")
        guard !end.isEmpty else { return lines }
        if let last = lines.last, last.displayWidth + end.madeVisible.displayWidth <= width {
            lines[lines.count - 1].append(end, .dim)
        } else {
            lines += end.wrapped(to: width).map { StyledLine($0, .dim) }
        }
        return lines
    }

    /// Returns the value, and its label and its remark on the lines below.
    fileprivate func figure(width: Int) -> [StyledLine] {
        let sign = tone?.sign.map { $0 + " " } ?? ""
        let text = sign + value + drawnTrend + (opens == nil ? "" : " ›")
        let style = TextStyle(tone: tone ?? .plain, bold: true)
        return text.wrapped(to: width).map { StyledLine($0, style) }
            + (label.wrapped(to: width) + (detail?.wrapped(to: width) ?? [])).map { StyledLine($0, .dim) }
    }
}

extension TextStyle {
    fileprivate init(_ style: TextElement.Style, tone: Tone) {
        switch style {
        case .body, .code: self.init(tone: tone)
        case .headline: self.init(tone: tone, bold: true)
        case .caption: self.init(dim: true)
        }
    }
}

extension String {
    /// The lines of a text that is shown as code.
    ///
    /// A tab advances to the next multiple of eight cells. All other white space is unchanged.
    var codeLines: [String] {
        split(omittingEmptySubsequences: false) { $0.isNewline }.map { line in
            guard line.contains("\t") else { return String(line) }
            var (text, used) = ("", 0)
            for character in line {
                let shown = character == "\t" ? String(repeating: " ", count: 8 - used % 8) : String(character)
                text += shown
                used += shown.madeVisible.displayWidth
            }
            return text
        }
    }

    /// Splits the text into pieces of at most `width` cells.
    ///
    /// A piece can end between any two characters.
    fileprivate func cut(to width: Int) -> [String] {
        var (pieces, piece, used) = ([String](), "", 0)
        for character in madeVisible {
            let size = character.displayWidth
            if used + size > width, used > 0 {
                pieces.append(piece)
                (piece, used) = ("", 0)
            }
            piece.append(character)
            used += size
        }
        return pieces + [piece]
    }
}
