import FeatureKit

extension PlainTalk {
    mutating func press(_ button: Button, _ row: Row?, _ source: any ScreenSource) async throws {
        let fields = source.manifest.action(named: button.action)?.fields ?? []
        var form = FormState(button, fields: fields, row: row, page: 0, draft: nil)
        if form.entries.isEmpty, button.role == .destructive {
            guard let answer = try await ask("\(button.title): \(row?.title ?? screen.title)? y or n [n]") else {
                throw Leaving()
            }
            guard ["y", "yes"].contains(answer.lowercased()) else { return try say([StyledLine("Nothing was done.")]) }
        }
        if !form.entries.isEmpty { try say([StyledLine(button.title, .bold)]) }
        var asked = Array(form.entries.indices)
        while true {
            for index in asked {
                // Each answer is checked when it is given: what is wrong is asked again before anything else is.
                repeat {
                    guard try await fill(&form.entries[index]) else { return try say([StyledLine("Cancelled.")]) }
                    form.entries[index].check()
                    if let error = form.entries[index].error {
                        try complain("\(form.entries[index].field.title): \(error)")
                    }
                } while form.entries[index].error != nil
            }
            guard let arguments = form.arguments() else {
                asked = try complain(about: form)
                continue
            }
            do {
                try await perform(button.action, arguments, source)
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

    private func complain(_ text: String) throws {
        try say([StyledLine("✗ \(text)", TextStyle(tone: .critical))])
    }

    /// Says what is wrong; returns which fields to ask for again.
    func complain(about form: FormState) throws -> [Int] {
        let wrong = form.entries.indices.filter { form.entries[$0].error != nil }
        let lines = wrong.map { "✗ \(form.entries[$0].field.title): \(form.entries[$0].error ?? "")" }
        try say((lines + (form.message.map { ["✗ \($0)"] } ?? [])).map { StyledLine($0, TextStyle(tone: .critical)) })
        return wrong
    }

    /// Asks for one field; returns whether there was an answer.
    mutating func fill(_ entry: inout FormState.Entry) async throws -> Bool {
        let field = entry.field
        var rule = field.expectation
        if let choices = entry.choices?.filter({ !$0.isEmpty }) {
            rule = choices.enumerated().map { "\($0 + 1) \($1.choiceTitle(field))" }.joined(separator: ", ")
        }
        let optional = field.required ? "" : "; may be left out with -"
        let current = entry.text.isEmpty ? "" : " [\(entry.text.choiceTitle(field))]"
        guard let answer = try await ask("\(field.title) (\(rule)\(optional))\(current)") else { throw Leaving() }
        switch answer {
        case ".": return false
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

    mutating func perform(_ action: String, _ arguments: [String: FieldValue], _ source: any ScreenSource)
        async throws
    {
        Task { [inbox] in
            do {
                try await source.perform(action, arguments)
                inbox.put(.ended(nil))
            } catch { inbox.put(.ended(error)) }
        }
        var typed: [Event] = []
        defer { waiting = typed + waiting }
        while true {
            if waiting.isEmpty { waiting = await inbox.take() }
            guard !waiting.isEmpty else { throw Leaving() }
            switch waiting.removeFirst() {
            case .ended(let error?): throw error
            case .ended(nil): return isStale = false
            case .source(let page, let event): try note(event, of: page, isAsking: false)
            case let line: typed.append(line)
            }
        }
    }
}
