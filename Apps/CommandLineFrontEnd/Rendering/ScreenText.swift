package import FeatureKit
import Interaction
import TerminalKit

/// Renders a screen as lines of text.
///
/// The result depends on the screen only. The parts are in reading order (title, phase, elements, buttons), and a blank
/// line separates them.
package struct ScreenText {
    /// Returns the shell command for a button.
    ///
    /// If all rows of a list have the same button, they share one command. The command contains a placeholder for the
    /// row's id.
    package var command: (Button, Row?) -> String
    /// Returns the shell command that follows a link of a row.
    package var linkCommand: (FeatureLink) -> String
    /// Returns the shell command that shows all rows of a list.
    ///
    /// Performing the list's own button would show only the next page.
    package var moreCommand: ((Button) -> String)?
    /// Returns the shell command that shows the place of a form; `nil` for a form that performs its action.
    ///
    /// If there is such a command, only the fields without their default are written, and headings have no commands.
    package var browseCommand: ((FormElement) -> String?)?
    /// Returns the shell command that performs the action of a form; `nil` to write the command of a button with the
    /// form's values.
    package var formCommand: ((FormElement) -> String)?
    /// The feature's actions.
    ///
    /// They provide the titles of forms and of their fields.
    package var actions: [Action] = []
    /// The shell command that shows the same place again; `nil` to write none.
    package var hereCommand: String?
    /// The place that the performed action sends the person to; `nil` if the person stays.
    package var opens: FeatureLink?
    /// The buttons that no shell command can press, because a new launch disables them.
    package var inSessionOnly: [Button] = []

    /// The width of the terminal in cells; `nil` to write lines and tables as wide as they are.
    package var width: Int?

    /// Creates a renderer.
    package init(
        command: @escaping (Button, Row?) -> String, linkCommand: @escaping (FeatureLink) -> String,
        moreCommand: ((Button) -> String)? = nil, actions: [Action] = []
    ) {
        (self.command, self.linkCommand, self.moreCommand) = (command, linkCommand, moreCommand)
        self.actions = actions
    }

    /// Renders a screen.
    package func lines(of screen: Screen) -> [StyledLine] {
        let parts =
            [title(of: screen), phase(of: screen)] + screen.elements.map { element($0, tone: screen.tone) }
            + [buttons(of: screen), places(of: screen)]
        return Self.joined(parts)
    }

    /// Renders the ways to other places: the place that an action opens, the place above, and the place itself if it
    /// differs from the usual place of the feature.
    private func places(of screen: Screen) -> [StyledLine] {
        var table = TextTable()
        func add(_ title: String, _ command: String) {
            if !command.isEmpty { table.append([StyledLine(title)], command: command) }
        }
        if let opens { add("Next: \(opens.title ?? opens.feature)", linkCommand(opens)) }
        if let up = screen.up { add("Up: \(up.title ?? up.feature)", linkCommand(up)) }
        if let hereCommand, screen.up != nil || screen.address != nil { add("Here", hereCommand) }
        return table.lines(fitting: width)
    }

    private func title(of screen: Screen) -> [StyledLine] {
        let style = TextStyle(tone: screen.tone, bold: true)
        let words = [screen.tone.sign, screen.title].compactMap { $0 }.filter { !$0.isEmpty }
        let heading = words.isEmpty ? [] : [StyledLine(words.joined(separator: " "), style)]
        return wrapped(heading + (screen.summary?.lines.map { StyledLine($0, .dim) } ?? []), hanging: 0)
    }

    /// Joins the parts, with a blank line between them.
    private static func joined(_ parts: [[StyledLine]]) -> [StyledLine] {
        Array(parts.filter { !$0.isEmpty }.joined(separator: [StyledLine()]))
    }

    private func phase(of screen: Screen) -> [StyledLine] {
        switch screen.phase {
        case .ready: []
        case .loading: [indented(screen.phase.loadingText, .dim)]
        case .failed(let message, _): signed(.critical, message)
        }
    }

    private func element(_ element: Element, tone: Tone) -> [StyledLine] {
        switch element {
        case .text(let text):
            text.style == .code
                ? text.text.codeLines.map { indented($0, text.style.textStyle(tone: tone)) }
                : wrapped(text.text.lines.map { indented($0, text.style.textStyle(tone: tone)) })
        case .placeholder(let placeholder):
            wrapped(placeholder.text.lines.map { indented($0, TextStyle(tone: tone, dim: true)) })
        case .link(let link): self.link(link)
        case .progress(let progress):
            wrapped(
                [progress.title, progress.words].compactMap(\.self).joined(separator: ": ").lines.map {
                    indented($0, TextStyle(tone: tone))
                })
        case .image(let image): wrapped(image.words.lines.map { indented($0, TextStyle(tone: tone)) })
        case .chart(let chart): self.chart(chart, tone: tone)
        case .drawing(let drawing):
            wrapped(drawing.alt.lines.map { indented($0, TextStyle(tone: tone)) })
                + wrapped(drawing.shapes.map { indented("  \($0.line)", TextStyle(tone: $0.tone ?? .plain)) })
        case .fields(let fields): self.fields(fields)
        case .list(let list): self.list(list)
        case .form(let form): self.form(form)
        case .section(let section): self.section(section, tone: tone)
        case .unknown(let unknown):
            Self.joined(
                [wrapped((unknown.shownText ?? "").lines.map { indented($0, .plain) })]
                    + unknown.elements.map { self.element($0, tone: tone) })
        }
    }

    /// Renders a link: its title, and the command or the address that opens it.
    private func link(_ link: LinkElement) -> [StyledLine] {
        let way =
            switch link.opens {
            case .feature(let place): linkCommand(place)
            case .web: link.opens.webAddress ?? ""
            }
        var table = TextTable()
        for (number, line) in link.title.lines.enumerated() {
            table.append([StyledLine(line)], command: number == 0 ? way : "")
        }
        return table.lines(fitting: width)
    }

    /// Renders a section: its heading, then its indented elements.
    ///
    /// A folded section is rendered as if it were open. The tabs are rendered one after another.
    private func section(_ section: SectionElement, tone: Tone) -> [StyledLine] {
        let heading = wrapped((section.title ?? "").lines.map { StyledLine($0, .bold) }, hanging: 0)
        var inside = self
        if !heading.isEmpty { inside.width = width.map { $0 - 2 } }
        let elements = Self.joined(section.elements.map { inside.element($0, tone: tone) })
        guard !heading.isEmpty else { return elements }
        return heading + elements.map { $0.isEmpty ? $0 : StyledLine("  ") + $0 }
    }

    /// Renders labels and values.
    ///
    /// Each line has the label, the value with its tone sign, a remark and the command of the value's link.
    private func fields(_ fields: FieldsElement) -> [StyledLine] {
        var table = TextTable()
        for item in fields.items {
            let sign = item.tone?.sign.map { $0 + " " } ?? ""
            let style = TextStyle(tone: item.tone ?? .plain, bold: fields.style == .stats)
            let trend = Trend(item.trend).map { "  \($0.blocks)" } ?? ""
            var lines = (sign + item.value + trend).lines
            if lines.isEmpty { lines = [""] }
            for (number, line) in lines.enumerated() {
                var row = [StyledLine(number == 0 ? item.label : "", .dim), StyledLine(line, style)]
                if number == 0, let detail = item.detail { row.append(StyledLine(detail, .dim)) }
                table.append(row, command: number == 0 ? item.opens.map(linkCommand) ?? "" : "")
            }
        }
        return table.lines(fitting: width)
    }

    /// Renders a form: labels, values and errors, and the shell command that performs the form's action.
    private func form(_ form: FormElement) -> [StyledLine] {
        let action = actions.first { $0.name == form.action }
        let browsing = browseCommand?(form)
        let shown = actions.fields(of: form).filter { browsing == nil || form.values[$0.name] != $0.defaultValue }
        let fields =
            action.map { _ in shown.map { ($0.name, $0.title) } } ?? form.values.keys.sorted().map { ($0, $0) }
        var table = TextTable()
        for (name, title) in fields {
            let value = form.values[name]?.description ?? "–"
            let style: TextStyle = form.disabled.contains(name) ? .dim : .plain
            for (number, line) in (value.isEmpty ? ["–"] : value.lines).enumerated() {
                table.rows.append([StyledLine(number == 0 ? title : "", .dim), StyledLine(line, style)])
            }
            if let problem = form.problems[name] {
                table.rows.append([StyledLine(), StyledLine("✗ \(problem.sentence)", TextStyle(tone: .critical))])
            }
            if let choices = form.choices[name] {
                table.rows.append([StyledLine(), StyledLine("one of \(choices.joined(separator: ", "))", .dim)])
            }
        }
        let title = wrapped((form.title ?? "").lines.map { StyledLine($0, .bold) }, hanging: 0)
        let button = Button(action: form.action, title: action?.title ?? form.action, arguments: form.values)
        let way = form.enabled ? browsing ?? formCommand?(form) ?? command(button, nil) : "not now"
        var push = TextTable()
        if !way.isEmpty { push.append([StyledLine("[\(button.title)]")], command: way) }
        return title + table.lines(fitting: width) + push.lines(fitting: width)
    }

    /// Renders the buttons.
    ///
    /// Buttons with the same effect appear once.
    private func buttons(of screen: Screen) -> [StyledLine] {
        var table = TextTable()
        var seen: Set<String> = []
        func add(_ button: Button, _ row: Row?, _ given: String? = nil) {
            let command = given ?? command(button, row)
            guard seen.insert(command).inserted else { return }
            let style = TextStyle(bold: button.role == .primary, dim: !button.enabled)
            let title = StyledLine("[\(button.title)]", style)
            if button.enabled, !inSessionOnly.contains(button) { return table.append([title], command: command) }
            table.rows.append([title, StyledLine(button.enabled ? "only in an open session" : "not now", .dim)])
        }
        if case .failed(_, let retry?) = screen.phase { add(retry, nil) }
        screen.buttons.forEach { add($0, nil) }
        screen.forEachElement { element in
            switch element {
            case .section(let section): section.buttons.forEach { add($0, nil) }
            case .list(let list):
                for column in list.columns ?? [] {
                    guard let sort = column.sort else { continue }
                    let action = actions.first { $0.name == sort.action }
                    if browseCommand == nil || action?.browses != true { add(sort, nil) }
                }
                for row in list.rows { row.buttons.forEach { add($0, row) } }
                if let more = list.more { add(more, nil, moreCommand?(more)) }
            case .drawing(let drawing): if let tap = drawing.tap { add(tap, nil) }
            case .text, .fields, .form, .placeholder, .link, .progress, .chart, .image, .unknown: break
            }
        }
        return table.lines(fitting: width)
    }

    private func signed(_ tone: Tone, _ text: String) -> [StyledLine] {
        let sign = tone.sign.map { $0 + " " } ?? ""
        let lines = text.lines.enumerated().map { number, line in
            indented(
                (number == 0 ? sign : String(repeating: " ", count: sign.displayWidth)) + line, TextStyle(tone: tone))
        }
        return wrapped(lines, hanging: 2 + sign.displayWidth)
    }

    /// Breaks lines that do not fit the terminal.
    func wrapped(_ lines: [StyledLine], hanging: Int = 2) -> [StyledLine] {
        guard let width else { return lines }
        return lines.flatMap { $0.wrapped(to: width, hanging: hanging) }
    }

    func indented(_ text: String, _ style: TextStyle) -> StyledLine {
        StyledLine("  ") + StyledLine(text, style)
    }
}

extension Phase {
    /// Returns the text for a loading phase, such as `Loading…` or `Reading dogs.csv 40%`.
    var loadingText: String {
        guard case .loading(let message, let fraction) = self else { return "" }
        let percent = fraction.map { " \($0.percent)%" } ?? ""
        return (message ?? "Loading…") + percent
    }
}

extension TextElement.Style {
    fileprivate func textStyle(tone: Tone) -> TextStyle {
        switch self {
        case .body: TextStyle(tone: tone)
        case .headline: TextStyle(tone: tone, bold: true)
        case .caption: .dim
        case .code: TextStyle(tone: tone)
        }
    }
}

extension String {
    var lines: [String] {
        isEmpty ? [] : split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    }
}
