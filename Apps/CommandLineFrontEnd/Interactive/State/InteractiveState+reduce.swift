import FeatureKit
import FeatureStorage
import Interaction
import TerminalKit

extension InteractiveState {
    /// Handles an event.
    ///
    /// - Parameter now: The time of the event, measured from the start of the view.
    /// - Returns: The effects to run, in order.
    package mutating func reduce(_ event: InteractiveEvent, at now: Duration) -> [InteractiveEffect] {
        self.now = max(now, self.now)
        var effects: [InteractiveEffect] = []
        notices.removeAll { $0.deadline <= now }
        for index in pages.indices where pages[index].marksEnd <= now { pages[index].marks.clear() }
        switch event {
        case .key(let press): take(press, &effects)
        case .resized(let size): self.size = size
        case .source(let key, let event): take(event, of: key, &effects)
        case .performed(let call, let answer, let error): finish(call, answer, error, &effects)
        case .way(let page, let link, let direction, let way): take(way, to: link, direction, of: page, &effects)
        case .references(let question, let answer): references?.take(answer, to: question)
        case .tick: break
        }
        settle(&effects)
        while let press = nextHeldKey() {
            take(press, &effects)
            settle(&effects)
        }
        return effects
    }

    /// Brings the visible page in line with what has happened.
    private mutating func settle(_ effects: inout [InteractiveEffect]) {
        beginForm(&effects)
        sendForms(&effects)
        fitPage()
        showNewRows()
        page.restoreTop()
        askForMore(&effects)
        followReference(&effects)
    }

    private mutating func take(_ event: SourceEvent, of key: Int, _ effects: inout [InteractiveEffect]) {
        guard let index = pages.firstIndex(where: { $0.key == key }) else { return }
        pages[index].lastEvent = now
        switch event {
        case .frame(let frame):
            let (earlier, ticks) = (pages[index].screen, pages[index].ticks)
            pages[index].show(frame)
            tellLostTicks(since: ticks, earlier, on: pages[index])
            pages[index].marksEnd = now + InteractivePage.markLifetime
            tellAwayDrafts(on: index, since: earlier)
            completeSuccess(on: index)
            replacePage(below: index, &effects)
            rebaseForm()
            rebaseConfirmation()
        case .notice(let notice):
            keepQuiet(on: key)
            show(notice, of: key, stays: true)
        case .connection(let connection): pages[index].connection = connection
        case .work(let work): pages[index].work = work
        case .viewers(let count): pages[index].viewers = count
        case .failed(let error):
            // If the first launch fails, end the view with the error.
            if index == 0, pages.count == 1, pages[0].revision < 0 { return effects.append(.leave(.failed(error))) }
            if dropPage(at: index, error, &effects) { return }
            pages[index].fail(Self.message(of: error))
            if index == pages.count - 1, error as? CommandLineError == .sessionLost { comeBack(&effects) }
        }
    }

    /// Shows a notice.
    ///
    /// The notice replaces an equal notice that is still shown, and one that offers the same action.
    ///
    /// - Parameter stays: Whether the notice stays when the person goes to another place.
    mutating func show(_ notice: Notice, of page: Int? = nil, stays: Bool = false) {
        let deadline = now + Self.lifetime(of: notice.tone)
        let key = page ?? self.page.key
        notices.removeAll { shown in
            let action = shown.page == key ? shown.notice.button?.action : nil
            return shown.notice == notice || action != nil && action == notice.button?.action
        }
        notices.append(ShownNotice(notice: notice, page: key, stays: stays, deadline: deadline))
        notices.removeFirst(max(0, notices.count - noticesLimit))
    }

    private mutating func finish(
        _ key: Int, _ answer: SourceAnswer, _ error: (any Error)?, _ effects: inout [InteractiveEffect]
    ) {
        let isOnPage = page.calls[key] != nil
        if error == nil, let success = page.calls[key]?.success { tell(success, answer) }
        var ended = closedCalls.removeValue(forKey: key)
        if let index = pages.firstIndex(where: { $0.calls[key] != nil }) {
            ended = pages[index].end(key, revision: answer.revision, error)
            if pages[index].marksEnd <= now { pages[index].marksEnd = now + InteractivePage.markLifetime }
            // The form on the page shows the messages of a refusal beside its fields.
            if ended?.form != nil, error is InputRefused { return }
        }
        guard let call = ended else { return }
        if error != nil { held = HeldKeys() }
        if let move = call.move { finish(move, error, &effects) } else { finish(call, key, error) }
        guard let link = answer.opens, isOnPage else { return }
        // A deleted record leads to the list that the person came from.
        if link.isPlace(of: page.screen.up) {
            goUp(&effects)
            page.endSeeking()
        } else if call.isStep {
            openBeside(link, &effects)
        } else {
            open(link, &effects)
        }
    }

    private mutating func finish(_ call: RunningCall, _ key: Int, _ error: (any Error)?) {
        let success = call.success
        if error == nil, let sender = call.sender { drafts[sender] = nil }
        if case .form(var form) = overlay, form.call == key {
            guard let error else { return overlay = nil }
            form.ended(key, error, unknownOutcome(of: success, error) ?? problem(of: error, inForm: true))
            overlay = .form(form)
            return rebaseForm(focusing: true)
        }
        if let success, let error, (error as? FeatureError)?.code == .closed {
            // The page says that the session has ended, but not what that means for the action.
            show(Notice(unknownOutcome(of: success, problem(of: error)), tone: .critical))
        } else if let error {
            report(error)
        }
    }

    private func unknownOutcome(of success: Success, _ reason: String) -> String {
        "\u{201C}\(success.words.title)\u{201D} may not have been done: \(reason)"
    }

    /// Returns what to say in the form of a call whose session has ended, while the page has or gets a new session.
    private func unknownOutcome(of success: Success?, _ error: any Error) -> String? {
        guard let success, (error as? FeatureError)?.code == .closed, page.failure == nil else { return nil }
        return unknownOutcome(of: success, Self.message(of: error))
    }

    /// Shows the error of a call as a notice.
    mutating func report(_ error: any Error) {
        // A later call has replaced this call and shows the result.
        if let error = error as? FeatureError, [.superseded, .cancelled].contains(error.code) { return }
        // The page itself shows that its session has ended.
        if let error = error as? FeatureError, error.code == .closed, page.failure == nil { return }
        show(Notice(problem(of: error), tone: .critical))
    }

    /// Returns what to say about the error of a call.
    ///
    /// - Parameter isInForm: Whether a form in front of the page shows the message. Its fields take letters as text.
    private func problem(of error: any Error, inForm isInForm: Bool = false) -> String {
        if let failure = page.failure { return advice(on: failure, inForm: isInForm) }
        guard let refused = error as? InputRefused else { return Self.message(of: error) }
        let fields = page.manifest.actions.flatMap(\.fields)
        return fields.sentence(refused.advice(inOrderOf: fields))
    }

    /// Returns why the page has no session, and the key that begins a new one.
    private func advice(on failure: String, inForm isInForm: Bool = false) -> String {
        canRestart ? "\(failure); \(isInForm ? "Esc, then r" : "r") starts it anew" : failure
    }

    /// Returns the message of an error.
    static func message(of error: any Error) -> String {
        (error as? FeatureError)?.message ?? "\(error)"
    }

    /// Requests more rows when the end of a list becomes visible.
    private mutating func askForMore(_ effects: inout [InteractiveEffect]) {
        guard page.filter.isEmpty, page.failure == nil, page.screen.phase == .ready else { return }
        for block in page.layout.blocks {
            guard case .rows(let rows) = block.content, let more = rows.list.more, more.enabled else { continue }
            let end = block.firstLine + block.lineCount
            let count = rows.list.rows.count
            let isInSight = end <= page.top + page.height + 3
            guard page.wantsMore(of: rows.list, isInSight: isInSight), page.height > 0,
                page.askedForMore[rows.list.id] != count
            else { continue }
            page.askedForMore[rows.list.id] = count
            perform(Call(more.action, more.arguments), &effects)
        }
    }

    /// Sends the typed texts of the forms that submit on change.
    private mutating func sendForms(_ effects: inout [InteractiveEffect]) {
        for index in pages.indices {
            for call in pages[index].nextFormCalls() { perform(call, onPage: index, &effects) }
        }
    }

    // MARK: - Requests

    /// Presses a button: opens its form, opens its confirmation or performs its action.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - row: The row of the button; `nil` for a button of the page.
    ///   - edit: How the button edits a cell of the row; `nil` for any other button.
    ///   - effects: The requests that the button makes.
    mutating func press(
        _ button: Button, row: Row?, editing edit: ColumnEdit? = nil, _ effects: inout [InteractiveEffect]
    ) {
        overlay = nil
        if let failure = page.failure { return show(Notice(advice(on: failure), tone: .critical)) }
        guard button.enabled else {
            return show(Notice("\u{201C}\(button.title)\u{201D} is disabled on the current screen", tone: .warning))
        }
        // The primary button acts on what the page shows, so a text that the server does not have is corrected first.
        if button.role == .primary, row == nil, let field = page.keptBack {
            return show(Notice("Correct \u{201C}\(field)\u{201D} first", tone: .warning))
        }
        let many = page.manifest.titles(ofRowsIn: button.arguments, of: button.action, on: page.screen)
        let (fields, subject) = (
            edit?.action(of: button).fields ?? fields(of: button, isRow: row != nil),
            many?.asRows ?? row?.title ?? page.screen.recordTitle
        )
        var form = FormState(
            button, fields: fields, row: row, about: subject, page: page.key, place: page.place, editing: edit)
        if let draft = drafts[form.identity] { form.restore(draft) }
        if !form.entries.isEmpty {
            overlay = .form(form)
            notices.removeAll { $0.draft == form.identity }
            rebaseForm()
        } else if button.role == .destructive || button.confirm != nil {
            var asked = button
            // The question itself names the rows, and their number.
            if many != nil { asked.title = page.manifest.action(named: button.action)?.title ?? button.title }
            overlay = .confirmation(Confirmation(asked, about: subject, row: row?.id, on: page.key))
            rebaseConfirmation()
        } else {
            let isWay = button.role.isStep || page.manifest.browses(button.action, button.arguments)
            let sorted = row == nil ? page.list(sortedBy: button) : nil
            let call = act(
                Call(button.action, button.arguments), isWay ? nil : success(of: button, about: subject, row: row?.id),
                isAsked: row != nil || many != nil, &effects)
            if let sorted { page.sorting = InteractivePage.Sorting(list: sorted, call: call) }
        }
    }

    /// Performs an action on the visible page.
    ///
    /// Returns the key of the call.
    @discardableResult
    mutating func perform(_ call: Call, _ effects: inout [InteractiveEffect]) -> Int {
        perform(call, onPage: pages.count - 1, &effects)
    }

    @discardableResult
    private mutating func perform(_ call: Call, onPage index: Int, _ effects: inout [InteractiveEffect]) -> Int {
        lastCall += 1
        pages[index].begin(call, lastCall, at: now)
        effects.append(.perform(page: pages[index].key, key: lastCall, call))
        return lastCall
    }

    /// Selects a row of a list.
    ///
    /// All viewers of the session see this selection.
    mutating func select(_ row: Row, by action: String, _ effects: inout [InteractiveEffect]) {
        perform(page.manifest.call(selecting: row, by: action), &effects)
    }

    /// Runs a choice of a menu or of the palette.
    mutating func choose(_ choice: Choice, _ effects: inout [InteractiveEffect]) {
        overlay = nil
        switch choice.target {
        case .press(let button, let row): press(button, row: row, &effects)
        case .editCell: editCell(&effects)
        case .pressOnTicked(let button): pressOnTicked(button, &effects)
        case .open(let link): open(link, &effects)
        case .draft(let identity): openDraft(identity, &effects)
        case .select(let action, let row): select(row, by: action, &effects)
        case .filter:
            beginSearch()
            if let query = choice.query { replaceSearch(by: query) }
        case .showAll: showAll()
        case .help: help = HelpState()
        case .details: showDetails()
        case .copy: copyRow(&effects)
        case .back: goBack(&effects)
        case .up: goUp(&effects)
        case .leave: leave(again: "q again quits", &effects)
        }
    }
}
