import FeatureKit
import Interaction

extension PlainTalk {
    /// The largest number of live changes that are written while one question is open.
    private static let liveLimit = 3

    /// Writes the whole screen, or what has changed since the person was told.
    mutating func tell() throws {
        let action = silentAction
        silentAction = nil
        let hasFailed = if case .failed = screen.phase { true } else { false }
        let success = hasFailed ? [] : action?.success.map { lines(of: $0.text(on: screen), undo: action?.undo) } ?? []
        guard let old = page.told, let lines = changeLines(from: old) else {
            page.told = screen
            return try say(success + screenLines())
        }
        page.told = screen
        guard lines.isEmpty, let action else { return try say(success + lines) }
        if action.effect == .reloads { return try say([StyledLine("Refreshed, nothing changed.")]) }
        // The success says enough.
        try say(success.isEmpty ? [StyledLine("Nothing changed.")] : success)
    }

    /// Returns the words about a success, and offers to take the action back.
    mutating func lines(of success: String, undo: Button?) -> [StyledLine] {
        guard let undo else { return [StyledLine(success)] }
        page.offer = Notice(success, button: undo)
        return [StyledLine("\(success) (u: \(undo.title))")]
    }

    /// Returns the lines for a change of the screen while a question is open.
    ///
    /// A pause follows each change, so that a busy screen does not drown the person's own words. After some changes,
    /// the lines ask the person to press Enter instead.
    mutating func liveLines() -> [StyledLine] {
        // A screen that loads is about to change again.
        guard !isPausing, liveCount <= Self.liveLimit, screen.phase != .loading, let old = page.told, screen != old
        else { return [] }
        guard liveCount < Self.liveLimit, let lines = changeLines(from: old) else {
            liveCount = Self.liveLimit + 1
            return [StyledLine("The screen has changed; press Enter to show it.", .dim)]
        }
        page.told = screen
        guard !lines.isEmpty else { return [] }
        (liveCount, isPausing) = (liveCount + 1, true)
        Task { [inbox, clock = view.console.clock] in
            try await clock.sleep(for: .seconds(2))
            inbox.put(.pauseEnded)
        }
        return lines
    }

    /// Returns the words for everything that differs from an older screen.
    ///
    /// Returns `nil` if the screen shows another place, so that the whole screen is to be written.
    mutating func changeLines(from old: Screen) -> [StyledLine]? {
        guard let diff = ScreenDiff(from: old, to: screen) else { return [] }
        let isMoved = diff.address != .kept
        guard diff.up == .kept, !isMoved || diff.title == nil, !diff.elements.contains(where: \.replacesAll) else {
            return nil
        }
        if isMoved { page.firstRow = 0 }
        var changes = PlainChanges(diff: diff, isMoved: isMoved)
        old.forEachElement { changes.before[$0.id] = $0 }
        var lines: [StyledLine] = []
        if diff.title != nil || diff.tone != nil {
            let words = [screen.tone.sign, screen.title].compactMap { $0 }.joined(separator: " ")
            lines.append(StyledLine(words, TextStyle(tone: screen.tone, bold: true)))
        }
        if case .set(let summary) = diff.summary { lines.append(StyledLine(summary, .dim)) }
        lines += phaseLines(from: old.phase)
        lines += self.lines(of: screen.elements, edits: diff.elements, changes)
        return lines + choiceLines(from: old)
    }

    private func phaseLines(from old: Phase) -> [StyledLine] {
        switch (old, screen.phase) {
        case (_, .failed(let message, _)) where !old.isFailed(message):
            [StyledLine("✗ \(message)", TextStyle(tone: .critical))]
        case (.ready, .loading): [StyledLine(screen.phase.loadingText, .dim)]
        case (.failed, .ready), (.loading, .ready): [StyledLine("Ready.")]
        default: []
        }
    }

    /// Returns the words for the changes of elements.
    private mutating func lines(
        of elements: [Element], edits: [ScreenDiff.ElementEdit], _ changes: PlainChanges
    ) -> [StyledLine] {
        var lines: [StyledLine] = []
        var new: Set<String> = []
        for edit in edits {
            switch edit {
            case .all(let all): new.formUnion(all.map(\.id))
            case .remove(let ids):
                lines += ids.compactMap { id in
                    changes.before[id].flatMap { old in
                        old.nameWhenGone.map { StyledLine("\(changes.wordWhenGone(isList: old.isList)): \($0)") }
                    }
                }
            case .insert(let elements, _): new.formUnion(elements.map(\.id))
            case .set(let element): new.insert(element.id)
            case .move: break
            }
        }
        for element in elements {
            if new.contains(element.id) {
                if case (.chart(let chart), .chart(let old)) = (element, changes.before[element.id]),
                    let words = chart.changes(from: old)
                {
                    lines += words
                    continue
                }
                if case (.image(let image), .image(let old)) = (element, changes.before[element.id]),
                    image.words == old.words
                {
                    continue
                }
                lines += self.lines(of: element).drop(while: \.isEmpty)
                continue
            }
            let diff = changes.diff
            switch (element, changes.before[element.id]) {
            case (.section(let section), .section(let old)):
                let inside = self.lines(
                    of: section.elements, edits: diff.sections[section.id]?.elements ?? [], changes)
                let isNamed = section.title != old.title || !inside.isEmpty
                lines += (isNamed ? section.title.map { [StyledLine($0, .bold)] } ?? [] : []) + inside
            case (.list(let list), .list(let old)):
                lines += diff.lists[list.id].map { self.lines(of: list, from: old, edits: $0, changes) } ?? []
            case (.form(let form), .form(let old)):
                if let change = diff.forms[form.id] { lines += formLines(form, from: old, change) }
            case (.fields(let fields), _):
                lines += diff.fields[fields.id, default: []].map { StyledLine($0.item.words, $0.item.style) }
            case (.drawing(let drawing), .drawing(let old)):
                if let change = diff.drawings[drawing.id] { lines += drawing.lines(of: change, from: old) }
            default: break
            }
        }
        return lines
    }

    /// Returns the words for the changed values and problems of a form.
    private func formLines(
        _ form: FormElement, from old: FormElement, _ change: ScreenDiff.FormChange
    ) -> [StyledLine] {
        var lines: [StyledLine] = []
        if form.title != old.title, let title = form.title { lines.append(StyledLine(title, .bold)) }
        for field in actions.fields(of: form) {
            if let value = change.values[field.name] {
                let text = value.map { $0.shownText(as: field.kind).oneLine } ?? "–"
                lines.append(StyledLine("\(field.title): \(text.isEmpty ? "–" : text)"))
            }
            if let choices = change.choices[field.name] ?? nil {
                lines.append(StyledLine("\(field.title): one of \(choices.joined(separator: ", "))", .dim))
            }
            if let problem = change.problems[field.name] ?? nil {
                let text = "✗ \(field.title): \(problem.sentence)"
                lines.append(StyledLine(text, TextStyle(tone: .critical)))
            }
            if form.disabled.contains(field.name) != old.disabled.contains(field.name) {
                let isDisabled = form.disabled.contains(field.name)
                lines.append(StyledLine("\(field.title) \(isDisabled ? "cannot be changed now" : "can be changed")."))
            }
        }
        return lines
    }

    /// Returns the words for choices that have come and gone.
    private mutating func choiceLines(from old: Screen) -> [StyledLine] {
        let (new, newChoices) = (screen, choices)
        page.screen = old
        let oldChoices = choices
        page.screen = new
        let (oldKeys, newKeys) = (Set(oldChoices.compactMap(\.key)), Set(newChoices.compactMap(\.key)))
        var come: [(number: Int, line: StyledLine)] = []
        var names: Set<String> = []
        for choice in newChoices {
            guard let key = choice.key, !oldKeys.contains(key) else { continue }
            come.append((number(key), choice.line))
            names.insert(choice.title.text)
        }
        let gone = oldChoices.filter { choice in
            choice.key.map { !newKeys.contains($0) } ?? false && !names.contains(choice.title.text)
        }
        return gone.map { StyledLine("No longer possible: ") + $0.title }
            + Self.lines(of: come, width: 1).map { StyledLine("Now possible: ") + $0 }
    }
}

/// The difference between two screens, with the elements of the old screen.
struct PlainChanges {
    let diff: ScreenDiff
    /// Whether the new screen shows the same list in another way, for example after a search.
    let isMoved: Bool
    var before: [String: Element] = [:]

    /// Returns the word for rows or elements that the screen no longer shows.
    ///
    /// A search, or another form whose values have changed, may only hide rows.
    func wordWhenGone(isList: Bool = true) -> String {
        let mayHide = isMoved || diff.forms.contains { !$0.value.values.isEmpty }
        return isList && mayHide ? "No longer shown" : "Removed"
    }
}

extension Phase {
    fileprivate func isFailed(_ message: String) -> Bool {
        if case .failed(message, _) = self { true } else { false }
    }
}

extension FieldsElement.Item {
    /// The label, the value and the remark.
    fileprivate var words: String {
        let text = [tone?.sign, value.oneLine].compactMap { $0 }.joined(separator: " ")
        return ["\(label): \(text)", detail, Trend(trend)?.blocks].compactMap(\.self).joined(separator: ", ")
    }

    fileprivate var style: TextStyle { TextStyle(tone: tone ?? .plain) }
}

extension Element {
    fileprivate var isList: Bool { if case .list = self { true } else { false } }

    /// The words that name the element after its removal; `nil` if they would say nothing.
    fileprivate var nameWhenGone: String? {
        switch self {
        case .text(let text): text.text.oneLine
        case .list(let list): list.rows.isEmpty ? nil : list.rows.count == 1 ? "1 row" : "\(list.rows.count) rows"
        case .fields(let fields): fields.items.map(\.label).joined(separator: ", ")
        case .section(let section): section.title
        case .link(let link): link.title
        case .progress(let progress): progress.title
        case .chart(let chart): chart.title
        case .drawing(let drawing): drawing.alt
        case .image(let image): image.words.oneLine
        case .form, .placeholder, .unknown: nil
        }
    }
}
