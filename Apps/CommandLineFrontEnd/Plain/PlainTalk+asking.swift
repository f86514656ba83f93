import FeatureKit
import Interaction

extension PlainTalk {
    mutating func press(
        _ button: Button, _ row: Row?, editing edit: ColumnEdit? = nil, _ source: any ScreenSource
    ) async throws {
        let isWay = row == nil && source.manifest.browses(button.action, button.arguments)
        let fields = edit?.action(of: button).fields ?? source.manifest.fields(of: button, isRow: row != nil)
        let place = screen.place(of: page.manifest, page: pages.count)
        let many = source.manifest.titles(ofRowsIn: button.arguments, of: button.action, on: screen)
        let subject = many?.asRows ?? screen.subject(of: row)
        var form = FormState(
            button, fields: fields, row: row, about: many?.asRows ?? row?.title, page: pages.count, place: place,
            editing: edit)
        let saved = form.entries.map(\.input)
        let draft = drafts.removeValue(forKey: form.identity)
        if let draft { form.restore(draft) }
        if form.entries.isEmpty, button.role == .destructive || button.confirm != nil {
            let action = source.manifest.action(named: button.action)
            guard try await confirm(button.question(about: subject, of: action)) else { return }
        }
        if !form.entries.isEmpty { try say([StyledLine(button.title + (draft == nil ? "" : " (draft)"), .bold)]) }
        let action = edit?.action(of: button) ?? source.manifest.action(named: button.action)
        let isSilent = isWay || action?.effect.onlyShows == true
        let button = edit?.worded(button, about: subject ?? "") ?? button
        let words =
            many.map { SuccessWords(button, of: action, onRows: $0) }
            ?? SuccessWords(button, of: action, on: row, of: screen)
        let success = isSilent ? nil : words
        var asked = Array(form.entries.indices)
        while true {
            for index in asked {
                guard try await fill(&form, index, offering: saved[index], source) else {
                    return try say([StyledLine("Cancelled.")])
                }
            }
            guard let arguments = isWay ? button.arguments : form.arguments() else {
                asked = try complain(about: form)
                // Without a question, the same arguments would be refused again.
                if asked.isEmpty { return }
                continue
            }
            if !form.entries.isEmpty, let question = button.confirm {
                guard try await confirm(question) else { return }
            }
            do {
                let call = isWay ? nil : action?.call(filledInWith: arguments)
                return try await perform(
                    call ?? Call(button.action, arguments), success: success, isStep: button.role.isStep, source)
            } catch let refused as InputRefused {
                form.refuse(refused)
                asked = try complain(about: form)
                // A refusal of no field that was asked for may mean that the record has changed.
                if asked.isEmpty, try await !reconcile(&form) { return }
                for index in asked { form.edit(index) { $0.withdraw(for: saved[index]) } }
            } catch let error as Leaving {
                throw error
            } catch {
                try say([StyledLine("✗ \(InteractiveState.message(of: error))", TextStyle(tone: .critical))])
                return try keep(form)
            }
        }
    }

    /// Asks for the value of a field until it is valid.
    ///
    /// An answer that is refused is not offered again, but the value before it.
    ///
    /// - Parameters:
    ///   - saved: The value with which the form began.
    ///   - theirs: The value that another person has saved, as the feature's view says.
    /// - Returns: Whether the user gave an answer.
    mutating func fill(
        _ form: inout some FilledForm, _ index: Int, offering saved: TextInput, theirs: FieldValue? = nil,
        _ source: any ScreenSource
    ) async throws -> Bool {
        if form.entries[index].theirs != nil, try await !decide(&form, index) { return false }
        while true {
            var entry = form.entries[index]
            let before = entry.input
            guard try await fill(&entry, theirs: theirs, source) else { return false }
            form.edit(index) { $0 = entry }
            form.check(index)
            guard let error = form.entries[index].error else { return true }
            try complain("\(entry.field.title): \(error)")
            form.edit(index) { $0.withdraw(unless: before, for: saved) }
        }
    }

    /// Asks the user to confirm an action.
    ///
    /// Returns whether the answer is yes.
    mutating func confirm(_ question: String) async throws -> Bool {
        while true {
            guard let answer = try await ask("\(question) y or n [n]") else { throw Leaving() }
            switch answer.lowercased() {
            case "y", "yes": return true
            case "n", "no", "", ".", "q":
                try say([StyledLine("Nothing was done.")])
                return false
            default: try say([StyledLine("Type y for yes or n for no.", TextStyle(tone: .warning))])
            }
        }
    }

    /// Prints the errors of a form.
    ///
    /// Returns the indices of the fields to ask for again.
    func complain(about form: FormState) throws -> [Int] {
        let wrong = form.entries.indices.filter { form.entries[$0].error != nil }
        let lines = wrong.map { "✗ \(form.entries[$0].field.title): \(form.entries[$0].error ?? "")" }
        try say((lines + (form.message.map { ["✗ \($0)"] } ?? [])).map { StyledLine($0, TextStyle(tone: .critical)) })
        return wrong
    }

    /// Asks a question while the terminal does not echo the typed characters.
    mutating func askSecretly(_ question: String) async throws -> String? {
        let echo = view.console.input.echo
        echo(false)
        defer { echo(true) }
        let answer = try await ask(question)
        // The terminal did not echo the line break of the answer either, so print one.
        if answer != nil { try say([StyledLine()]) }
        return answer
    }

    /// Performs an action, and goes to the place that the action opens.
    ///
    /// - Parameters:
    ///   - success: What to say if the feature does not announce the success itself.
    ///   - isStep: Whether the action leads to a neighbour of the record on the page, which takes the place of the page.
    mutating func perform(
        _ call: Call, success: SuccessWords? = nil, isStep: Bool = false, _ source: any ScreenSource
    ) async throws {
        guard let link = try await run(call, success: success, source).opens else { return }
        if success?.isSentence == true, let words = silentAction?.success {
            try say(lines(of: words.text(on: nil), undo: silentAction?.undo))
        }
        // The deleted record leads to the list that the person came from.
        if link.isPlace(of: screen.up), !page.visits.isEmpty {
            _ = try await goBack(source)
        } else if isStep, link.feature == source.manifest.id, page.visits.isEmpty {
            page.beside = link
        } else {
            try await open(link, source)
        }
    }

    /// Performs an action while the notices and frames of the session keep coming.
    @discardableResult
    mutating func run(
        _ call: Call, success: SuccessWords? = nil, _ source: any ScreenSource
    ) async throws -> SourceAnswer {
        Task { [inbox] in
            do { inbox.put(.ended(.success(try await source.perform(call)))) } catch {
                inbox.put(.ended(.failure(error)))
            }
        }
        var typed: [Event] = []
        defer { waiting = typed + waiting }
        let (number, notices) = (pages.count, noticeCount)
        var answer: SourceAnswer?
        // Wait for the frame that shows the effect too, because a server may send it after its answer.
        while answer == nil || page.failure == nil && page.revision < answer?.revision ?? 0 {
            if waiting.isEmpty { waiting = await inbox.take() }
            guard !waiting.isEmpty else { throw Leaving() }
            switch waiting.removeFirst() {
            case .ended(let result): answer = try result.get()
            case .source(number, .connection(.lost(let reason))) where answer != nil:
                try say(note(.connection(.lost(reason: reason)), of: number))
                return answer ?? SourceAnswer()
            case .source(let page, let event): try say(note(event, of: page))
            case let line: typed.append(line)
            }
        }
        page.ticks.remove(source.manifest.action(named: call.action)?.rows(of: call.arguments) ?? [])
        silentAction =
            noticeCount == notices
            ? SilentAction(
                effect: source.manifest.action(named: call.action)?.effect ?? .changes, success: success,
                undo: source.manifest.undoButton(of: answer?.change)) : nil
        return answer ?? SourceAnswer()
    }
}
