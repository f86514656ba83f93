import FeatureKit
import TerminalKit

extension InteractiveState {
    /// Takes what happens.
    ///
    /// - Parameter now: When it happens, since the view began.
    /// - Returns: What is to be done, in order.
    package mutating func reduce(_ event: InteractiveEvent, at now: Duration) -> [InteractiveEffect] {
        self.now = max(now, self.now)
        var effects: [InteractiveEffect] = []
        notices.removeAll { $0.deadline <= now }
        switch event {
        case .key(let press): take(press, &effects)
        case .resized(let size): self.size = size
        case .source(let key, let event): take(event, of: key, &effects)
        case .performed(let call, let error): finish(call, error)
        case .tick: break
        }
        fitPage()
        askForMore(&effects)
        return effects
    }

    private mutating func take(_ event: SourceEvent, of key: Int, _ effects: inout [InteractiveEffect]) {
        guard let index = pages.firstIndex(where: { $0.key == key }) else { return }
        switch event {
        case .frame(let frame): pages[index].show(frame)
        case .notice(let notice): show(notice)
        case .connection(let connection): pages[index].connection = connection
        case .failed(let error):
            // What cannot be launched at all ends as it would without a terminal; what was followed can be gone back from.
            if index == 0, pages.count == 1, pages[0].revision < 0 { return effects.append(.leave(.failed(error))) }
            pages[index].fail(Self.message(of: error))
        }
    }

    /// Says something in passing; what is still shown is not said twice.
    mutating func show(_ notice: Notice) {
        notices.removeAll { $0.notice == notice }
        notices.append(ShownNotice(notice: notice, deadline: now + Self.lifetime(of: notice.tone)))
        if notices.count > Self.noticesLimit { notices.removeFirst() }
    }

    private mutating func finish(_ call: Int, _ error: (any Error)?) {
        for index in pages.indices { pages[index].calls.remove(call) }
        let sender = senders.removeValue(forKey: call)
        if error == nil, let sender { drafts[sender] = nil }
        if case .form(var form) = overlay, form.call == call {
            form.call = nil
            if let refused = error as? InputRefused {
                form.show(refused)
                overlay = .form(form)
                return
            }
            overlay = error == nil ? nil : .form(form)
        }
        guard let error else { return }
        // Its successor shows what is to be seen.
        if let error = error as? FeatureError, error.code == .superseded || error.code == .closed { return }
        show(Notice(Self.message(of: error), tone: .critical))
    }

    /// What to say of an error.
    static func message(of error: any Error) -> String {
        (error as? FeatureError)?.message ?? "\(error)"
    }

    /// Presses what brings more rows once the end of a list comes into sight.
    private mutating func askForMore(_ effects: inout [InteractiveEffect]) {
        guard page.filter.isEmpty, page.failure == nil, page.screen.phase == .ready else { return }
        for block in page.layout.blocks {
            guard case .rows(let rows) = block.content, let more = rows.list.more, more.enabled else { continue }
            let end = block.firstLine + block.lineCount
            let count = rows.list.rows.count
            guard end <= page.top + page.height + 3, page.height > 0, page.askedForMore[rows.list.id] != count else {
                continue
            }
            page.askedForMore[rows.list.id] = count
            perform(more.action, more.arguments, &effects)
        }
    }

    // MARK: - Asking

    /// Presses a button: asks for what it needs, asks whether it is meant, or does it.
    mutating func press(_ button: Button, row: Row?, _ effects: inout [InteractiveEffect]) {
        overlay = nil
        guard button.enabled else {
            return show(Notice("\u{201C}\(button.title)\u{201D} cannot be asked for now", tone: .warning))
        }
        let fields = page.manifest.action(named: button.action)?.fields ?? []
        var form = FormState(button, fields: fields, row: row, page: page.key, draft: nil)
        if let draft = drafts[form.identity] {
            form = FormState(button, fields: fields, row: row, page: page.key, draft: draft)
        }
        if !form.entries.isEmpty {
            overlay = .form(form)
        } else if button.role == .destructive {
            overlay = .confirmation(Confirmation(button: button, row: row))
        } else {
            perform(button.action, button.arguments, &effects)
        }
    }

    /// Asks for an action; returns the key of its call.
    @discardableResult
    mutating func perform(
        _ action: String, _ arguments: [String: FieldValue], _ effects: inout [InteractiveEffect]
    ) -> Int {
        lastCall += 1
        page.calls.insert(lastCall)
        effects.append(.perform(page: page.key, call: lastCall, action: action, arguments: arguments))
        return lastCall
    }

    /// Follows a link.
    mutating func open(_ link: FeatureLink, _ effects: inout [InteractiveEffect]) {
        overlay = nil
        guard let manifest = catalogue.first(where: { $0.id == link.feature }) else {
            return show(Notice("there is no feature \u{201C}\(link.feature)\u{201D} here", tone: .warning))
        }
        lastPage += 1
        pages.append(InteractivePage(key: lastPage, manifest: manifest, width: size.columns, height: 0))
        effects.append(.open(page: lastPage, link))
    }

    /// Goes back to where the last link was followed.
    mutating func goBack(_ effects: inout [InteractiveEffect]) {
        overlay = nil
        guard pages.count > 1 else { return }
        effects.append(.close(page: pages.removeLast().key))
    }

    /// Does what was chosen.
    mutating func choose(_ choice: Choice, _ effects: inout [InteractiveEffect]) {
        overlay = nil
        switch choice.target {
        case .press(let button, let row): press(button, row: row, &effects)
        case .open(let link): open(link, &effects)
        case .filter: page.isFiltering = true
        case .help: overlay = .help(from: 0)
        case .back: goBack(&effects)
        case .leave: effects.append(.leave(.left))
        }
    }
}
