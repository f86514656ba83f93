import FeatureKit

extension PlainTalk {
    mutating func press(_ button: Button, _ row: Row?, _ source: any ScreenSource) async throws {
        // A button that only shows another place, such as a sorted list, asks for nothing.
        let isWay = row == nil && source.manifest.browses(button.action, button.arguments)
        let fields = isWay ? [] : source.manifest.action(named: button.action)?.fields ?? []
        var form = FormState(button, fields: fields, row: row, page: 0, draft: nil)
        if form.entries.isEmpty, button.role == .destructive || button.confirm != nil {
            let question = button.confirm ?? "\(button.title): \(row?.title ?? screen.title)?"
            guard try await confirm(question) else { return }
        }
        if !form.entries.isEmpty { try say([StyledLine(button.title, .bold)]) }
        var asked = Array(form.entries.indices)
        while true {
            for index in asked {
                // Validate each answer at once, and repeat the question if the answer is invalid.
                repeat {
                    guard try await fill(&form.entries[index]) else { return try say([StyledLine("Cancelled.")]) }
                    form.entries[index].check()
                    if let error = form.entries[index].error {
                        try complain("\(form.entries[index].field.title): \(error)")
                    }
                } while form.entries[index].error != nil
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
                try await perform(Call(button.action, arguments), source)
                return
            } catch let refused as InputRefused {
                form.show(refused)
                asked = try complain(about: form)
                if asked.isEmpty { return }
            } catch let error as Leaving {
                throw error
            } catch {
                return try say([StyledLine("✗ \(InteractiveState.message(of: error))", TextStyle(tone: .critical))])
            }
        }
    }

    /// Asks the user to confirm an action.
    ///
    /// Returns whether the answer is yes.
    private mutating func confirm(_ question: String) async throws -> Bool {
        guard let answer = try await ask("\(question) y or n [n]") else { throw Leaving() }
        let isMeant = ["y", "yes"].contains(answer.lowercased())
        if !isMeant { try say([StyledLine("Nothing was done.")]) }
        return isMeant
    }

    func complain(_ text: String) throws {
        try say([StyledLine("✗ \(text)", TextStyle(tone: .critical))])
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

    /// Asks for the value of one field.
    ///
    /// Returns whether the user gave an answer.
    ///
    /// - Parameter theirs: The value that another person has saved in the meantime.
    mutating func fill(_ entry: inout FormState.Entry, theirs: FieldValue? = nil) async throws -> Bool {
        if entry.field.hasLines { return try await fillLines(&entry) }
        if !entry.options.isEmpty { return try await fillOptions(&entry) }
        let field = entry.field
        var rule = field.expectation
        if let choices = entry.choices?.filter({ !$0.isEmpty }) {
            rule = choices.enumerated().map { "\($0 + 1) \($1.choiceTitle(field))" }.joined(separator: ", ")
        }
        if let theirs { rule += "; theirs: \(theirs)" }
        let optional = field.required ? "" : "; type - to leave it out"
        let current = entry.text.isEmpty ? "" : " [\(entry.text.choiceTitle(field))]"
        let question = "\(field.title) (\(rule)\(optional))"
        let isSecret = field.kind == .secret
        // A secret is not echoed while the user types it, and the question does not show its current value.
        guard let answer = try await isSecret ? askSecretly(question) : ask(question + current) else { throw Leaving() }
        switch answer {
        case ".": return false
        case "" where isSecret: entry.input = TextInput("")
        case "": break
        case "-" where !field.required: entry.input = TextInput("")
        default:
            let choices = entry.choices?.filter { !$0.isEmpty } ?? []
            let number = Int(answer).flatMap { choices.indices.contains($0 - 1) ? choices[$0 - 1] : nil }
            let named = choices.first { $0.lowercased() == answer.lowercased() }
            entry.input = TextInput(number ?? named ?? answer)
        }
        entry.error = nil
        return true
    }

    /// Asks for a text of several lines.
    ///
    /// A line with only a full stop ends the text.
    private mutating func fillLines(_ entry: inout FormState.Entry) async throws -> Bool {
        let field = entry.field
        let optional = field.required ? "" : "; type - to leave it out"
        let current = entry.text.isEmpty ? "" : " [\(entry.text.formLines.joined(separator: " / "))]"
        var lines: [String] = []
        while true {
            let question =
                lines.isEmpty
                ? "\(field.title) (\(field.expectation); a line with only a full stop ends it\(optional))\(current)"
                : "\(field.title), line \(lines.count + 1)"
            guard let answer = try await ask(question) else { throw Leaving() }
            switch answer {
            case "." where lines.isEmpty: return false
            case "" where lines.isEmpty: break
            case "-" where lines.isEmpty && !field.required: entry.input = TextInput("", hasLines: true)
            case ".": entry.input = TextInput(lines.joined(separator: "\n"), hasLines: true)
            default:
                lines.append(answer)
                continue
            }
            entry.error = nil
            return true
        }
    }

    /// Asks for several choices.
    ///
    /// The user types their numbers or names.
    private mutating func fillOptions(_ entry: inout FormState.Entry) async throws -> Bool {
        let (field, options) = (entry.field, entry.options)
        let list = options.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
        let chosen = options.filter(entry.isTicked)
        let current = chosen.isEmpty ? "" : " [\(chosen.joined(separator: ", "))]"
        guard let answer = try await ask("\(field.title) (any of \(list), with commas; - for none)\(current)") else {
            throw Leaving()
        }
        switch answer {
        case ".": return false
        case "": break
        case "-": entry.input = TextInput("", hasLines: true)
        default:
            let texts = answer.split(separator: ",").map { part in
                let word = String(part).trimmed
                let number = Int(word).flatMap { options.indices.contains($0 - 1) ? options[$0 - 1] : nil }
                return number ?? options.first { $0.lowercased() == word.lowercased() } ?? word
            }
            entry.input = TextInput(texts.joined(separator: "\n"), hasLines: true)
        }
        entry.error = nil
        return true
    }

    /// Asks a question while the terminal does not echo the typed characters.
    private mutating func askSecretly(_ question: String) async throws -> String? {
        let echo = view.console.input.echo
        echo(false)
        defer { echo(true) }
        let answer = try await ask(question)
        // The terminal did not echo the line break of the answer either, so print one.
        if answer != nil { try say([StyledLine()]) }
        return answer
    }

    /// Performs an action, and goes to the place that the action opens.
    mutating func perform(_ call: Call, _ source: any ScreenSource) async throws {
        if let link = try await run(call, source).opens { try await open(link, source) }
    }

    /// Performs an action while the notices and frames of the session keep coming.
    @discardableResult
    mutating func run(_ call: Call, _ source: any ScreenSource) async throws -> SourceAnswer {
        Task { [inbox] in
            do { inbox.put(.ended(.success(try await source.perform(call)))) } catch {
                inbox.put(.ended(.failure(error)))
            }
        }
        var typed: [Event] = []
        defer { waiting = typed + waiting }
        while true {
            if waiting.isEmpty { waiting = await inbox.take() }
            guard !waiting.isEmpty else { throw Leaving() }
            switch waiting.removeFirst() {
            case .ended(let result):
                let answer = try result.get()
                isStale = false
                return answer
            case .source(let page, let event): try note(event, of: page, isAsking: false)
            case let line: typed.append(line)
            }
        }
    }
}
