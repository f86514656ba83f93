import FeatureKit

// Keeps what a person has typed when the record has changed meanwhile, or when an action fails.

extension PlainTalk {
    /// Takes the newest values into a form that was refused, and asks which of two values to send.
    ///
    /// - Returns: Whether to send the form again. If not, its text is kept, and the person has been told so.
    mutating func reconcile(_ form: inout FormState) async throws -> Bool {
        try await settle()
        let row = form.identity.row.flatMap(screen.row)
        guard let newest = screen.newest(form.button, ofRow: form.identity.row, page.manifest), newest != form.button
        else {
            try keep(form)
            return false
        }
        form.rebase(on: newest, row: row)
        form.message = nil
        var isDecided = form.hasConflicts
        for index in form.entries.indices where form.entries[index].theirs != nil && isDecided {
            isDecided = try await decide(&form.entries[index])
        }
        // Nobody overwrites another person's change without a decision.
        if isDecided { return true }
        if !form.hasConflicts, try await confirm("The record has changed meanwhile. Send your text?") { return true }
        try keep(form)
        return false
    }

    /// Asks which value of a field to send: the person's own one or the one that another person has saved.
    ///
    /// - Returns: Whether the person has decided.
    mutating func decide(_ entry: inout FormState.Entry) async throws -> Bool {
        let (field, secret) = (entry.field, entry.field.kind == .secret)
        func shown(_ text: String) -> String {
            secret ? "•••" : "\u{201C}\(text.choiceTitle(field).oneLine)\u{201D}"
        }
        while true {
            let values = "yours is \(shown(entry.text)), theirs is \(shown(entry.theirs ?? ""))"
            guard let answer = try await ask("\(field.title): \(values). Keep yours, take theirs? k or t") else {
                throw Leaving()
            }
            switch answer.lowercased() {
            case "k", "keep", "yours":
                entry.keepMine()
                return true
            case "t", "take", "theirs":
                entry.takeTheirs()
                return true
            case "", ".", "q": return false
            default: try say([StyledLine("Type k to keep yours or t to take theirs.", TextStyle(tone: .warning))])
            }
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
        error = nil
    }

    /// Replaces a refused text with the value before it, or as ``withdraw(for:)`` does if that value is the refused one.
    mutating func withdraw(unless before: TextInput, for saved: TextInput) {
        if text != before.text { input = before } else if !text.isEmpty { withdraw(for: saved) }
    }
}
