import FeatureKit
import Interaction

extension PlainTalk {
    /// Asks for the fields of a form one after another, and sends the changed fields.
    mutating func fill(_ form: FormElement, _ source: any ScreenSource) async throws {
        let title = title(of: form)
        guard form.enabled else {
            return try say([StyledLine("\u{201C}\(title)\u{201D} cannot be sent now.", TextStyle(tone: .warning))])
        }
        try say([StyledLine(title, .bold)])
        let fields = source.manifest.actions.fields(of: form).filter { !form.disabled.contains($0.name) }
        var typing = FormTyping(form, fields: fields)
        let saved = typing.entries.map(\.input)
        var asked = Array(saved.indices)
        while true {
            for index in asked {
                let name = fields[index].name
                if let problem = form.problems[name] { try complain("\(fields[index].title): \(problem.text)") }
                let before = form.problems[name] == nil ? saved[index] : TextInput()
                let theirs = form.problems[name]?.theirs
                guard try await fill(&typing, index, offering: before, theirs: theirs, source) else {
                    return try say([StyledLine("Cancelled.")])
                }
            }
            try await settle()
            if let newest = screen.forms.first(where: { $0.id == form.id && $0.action == form.action }) {
                typing.show(newest, revision: page.revision)
            }
            guard try await decide(&typing) else { return try say([StyledLine("Cancelled.")]) }
            let changes = typing.submit()
            asked = typing.entries.indices.filter { typing.entries[$0].error != nil }
            for index in asked { try complain("\(fields[index].title): \(typing.entries[index].error ?? "")") }
            if !asked.isEmpty { continue }
            // A form without changes is sent too: the person has asked for its action.
            let call = changes ?? Call(form.action, form: form.id)
            let action = source.manifest.action(named: form.action)
            let button = Button(action: form.action, title: title)
            let success = action?.browses == true ? nil : SuccessWords(button, of: action, on: nil, of: screen)
            do { return try await perform(call, success: success, source) } catch let refused as InputRefused {
                for message in refused.messages(inOrderOf: fields) {
                    let title = fields.first { $0.name == message.field }?.title ?? message.field
                    try complain("\(title): \(message.message)")
                }
                typing.refuse(refused)
                asked = fields.indices.filter { refused.fields[fields[$0].name] != nil }
                if asked.isEmpty { return }
                for index in asked { typing.edit(index) { $0.withdraw(for: saved[index]) } }
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
}
