import FeatureKit
import Interaction

// Keeps what a person has typed when the record has changed meanwhile, or when an action fails.

extension PlainTalk {
    /// Takes the newest values into a form that was refused, and asks which of two values to send.
    ///
    /// - Returns: Whether to send the form again. If not, its text is kept, and the person has been told so.
    mutating func reconcile(_ form: inout FormState) async throws -> Bool {
        try await settle()
        let row = form.identity.row.flatMap(screen.row)
        let button = screen.newest(form.button, ofRow: form.identity.row, editing: form.edit, page.manifest)
        guard let newest = button, newest != form.button else {
            try keep(form)
            return false
        }
        form.rebase(on: newest, row: row)
        // Nobody overwrites another person's change without a decision.
        if form.hasConflicts, try await decide(&form) { return true }
        if !form.hasConflicts, try await confirm("The record has changed meanwhile. Send your text?") { return true }
        try keep(form)
        return false
    }

    /// Asks for each contested field which value to send: the person's own one or the one that another person has saved.
    ///
    /// - Returns: Whether the person has decided about all fields.
    mutating func decide(_ form: inout some FilledForm) async throws -> Bool {
        while let index = form.entries.firstIndex(where: { $0.theirs != nil }) {
            guard try await decide(&form, index) else { return false }
        }
        return true
    }

    /// Asks which value of a contested field to send.
    ///
    /// - Returns: Whether the person has decided.
    mutating func decide(_ form: inout some FilledForm, _ index: Int) async throws -> Bool {
        let entry = form.entries[index]
        func choice(_ decision: Decision, _ text: String) -> String {
            "\(decision.title): \u{201C}\(text.choiceTitle(entry.field).oneLine)\u{201D}."
        }
        let choices = "\(choice(.mine, entry.text)) \(choice(.theirs, entry.theirs ?? ""))"
        while true {
            guard let answer = try await ask("\(entry.field.title): \(Decision.change) \(choices) k or t")?.lowercased()
            else { throw Leaving() }
            if ["", ".", "q"].contains(answer) { return false }
            let decision = Decision.allCases.first { $0.words.hasPrefix(answer) || $0.words.hasSuffix(" \(answer)") }
            if let decision {
                form.decide(index, decision)
                return true
            }
            let ways = Decision.allCases.map { "\($0.words.prefix(1)) to \($0.words)" }
            try say([StyledLine("Type \(ways.joined(separator: " or ")).", TextStyle(tone: .warning))])
        }
    }

    /// Keeps the text of a form that could not be sent, and says how to go on.
    mutating func keep(_ form: FormState) throws {
        drafts[form.identity] = form.draft
        guard form.draft != nil else { return }
        try say([StyledLine("Your text is kept. Choose \u{201C}\(form.button.title)\u{201D} again to go on.")])
    }
}

extension FormState.Entry {
    /// Replaces a refused text with the value with which the form began, or with nothing if it is the refused one.
    mutating func withdraw(for saved: TextInput) {
        input = text == saved.text ? TextInput("", hasLines: field.hasLines) : saved
    }

    /// Replaces a refused text with the value before it, or as ``withdraw(for:)`` does if that value is the refused one.
    mutating func withdraw(unless before: TextInput, for saved: TextInput) {
        if text != before.text { input = before } else if !text.isEmpty { withdraw(for: saved) }
    }
}
