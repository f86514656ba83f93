import FeatureKit

extension PlainTalk {
    /// Asks for the fields of a form one after another, and sends the changed fields.
    mutating func fill(_ form: FormElement, _ source: any ScreenSource) async throws {
        let title = title(of: form)
        guard form.enabled else {
            return try say([StyledLine("\u{201C}\(title)\u{201D} cannot be sent now.", TextStyle(tone: .warning))])
        }
        try say([StyledLine(title, .bold)])
        let fields = source.manifest.actions.fields(of: form).filter { !form.disabled.contains($0.name) }
        var entries = fields.map { field in
            FormState.Entry(field, text: form.values[field.name]?.formText ?? "", among: form.choices[field.name])
        }
        let saved = entries.map(\.input)
        var asked = Array(entries.indices)
        while true {
            for index in asked {
                let field = entries[index].field
                if let problem = form.problems[field.name] { try complain("\(field.title): \(problem.text)") }
                guard try await ask(for: &entries[index], of: form) else { return try say([StyledLine("Cancelled.")]) }
            }
            var call = Call(form.action, form: form.id)
            for (entry, old) in zip(entries, saved) where !entry.text.utf8.elementsEqual(old.text.utf8) {
                switch entry.reading(among: form.choices[entry.field.name]) {
                case .value(let value): call.arguments[entry.field.name] = value
                case .nothing: call.emptied.insert(entry.field.name)
                case .wrong: break
                }
            }
            let button = Button(action: form.action, title: title)
            let action = source.manifest.action(named: form.action)
            let success = action?.browses == true ? nil : SuccessWords(button, of: action, on: nil, of: screen)
            do { return try await perform(call, success: success, source) } catch let refused as InputRefused {
                for message in refused.messages(inOrderOf: fields) {
                    let title = fields.first { $0.name == message.field }?.title ?? message.field
                    try complain("\(title): \(message.message)")
                }
                asked = entries.indices.filter { refused.fields[entries[$0].field.name] != nil }
                if asked.isEmpty { return }
                for index in asked { entries[index].withdraw(for: saved[index]) }
            } catch let error as Leaving {
                throw error
            } catch {
                return try complain(InteractiveState.message(of: error))
            }
        }
    }

    /// Searches for words with the form that the screen has for this; no words show everything again.
    mutating func search(_ words: String, _ source: any ScreenSource) async throws {
        guard let (form, field) = screen.search(actions) else {
            return try complain("Nothing can be searched here.")
        }
        var call = Call(form.action, form: form.id)
        if words.isEmpty { call.emptied = [field.name] } else { call.arguments = [field.name: .text(words)] }
        do {
            try await perform(call, source)
            page.firstRow = 0
        } catch let error as Leaving {
            throw error
        } catch let refused as InputRefused {
            for message in refused.messages(inOrderOf: [field]) { try complain("\(field.title): \(message.message)") }
        } catch { try complain(InteractiveState.message(of: error)) }
    }

    /// Asks for one field until the answer is valid.
    ///
    /// Returns whether the user gave an answer.
    private mutating func ask(for entry: inout FormState.Entry, of form: FormElement) async throws -> Bool {
        let name = entry.field.name
        while true {
            let before = entry.input
            guard try await fill(&entry, theirs: form.problems[name]?.theirs) else { return false }
            guard case .wrong(let message) = entry.reading(among: form.choices[name]) else { return true }
            try complain("\(entry.field.title): \(message)")
            entry.withdraw(unless: before, for: TextInput())
        }
    }
}
