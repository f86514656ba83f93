import FeatureKit

extension PlainTalk {
    /// Asks for the value of one field.
    ///
    /// Returns whether the user gave an answer.
    ///
    /// - Parameter theirs: The value that another person has saved in the meantime.
    mutating func fill(
        _ entry: inout FormState.Entry, theirs: FieldValue? = nil, _ source: any ScreenSource
    ) async throws -> Bool {
        if entry.field.reference != nil { return try await fillReference(&entry, theirs: theirs, source) }
        if !entry.options.isEmpty { return try await fillOptions(&entry) }
        if entry.field.hasLines { return try await fillLines(&entry) }
        let field = entry.field
        let choices = entry.choices?.filter { !$0.isEmpty } ?? []
        var rule = choices.isEmpty ? field.expectation : Self.numbered(choices.map { $0.choiceTitle(field) })
        if let theirs { rule += "; their value: \(theirs)" }
        rule += field.helpWords
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
            entry.input = TextInput(choices.choice(answer) { $0.choiceTitle(field) } ?? answer)
        }
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
                ? "\(field.title) (\(field.expectation); a line with only a full stop ends it\(field.helpWords)\(optional))\(current)"
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
            return true
        }
    }

    /// Asks for several choices.
    ///
    /// The user types their numbers or names.
    private mutating func fillOptions(_ entry: inout FormState.Entry) async throws -> Bool {
        let (field, options) = (entry.field, entry.options)
        let list = Self.numbered(options)
        let chosen = options.filter(entry.isTicked)
        let current = chosen.isEmpty ? "" : " [\(chosen.joined(separator: ", "))]"
        guard
            let answer = try await ask(
                "\(field.title) (any of \(list), with commas\(field.helpWords); - for none)\(current)")
        else {
            throw Leaving()
        }
        switch answer {
        case ".": return false
        case "": break
        case "-": entry.input = TextInput("", hasLines: true)
        default:
            // The name of an option can contain a comma.
            let whole = options.first { $0.lowercased() == answer.lowercased() }
            let texts =
                whole.map { [$0] }
                ?? answer.split(separator: ",").map { part in
                    let word = String(part).trimmed
                    return options.choice(word) { $0 } ?? word
                }
            entry.input = TextInput(texts.joined(separator: "\n"), hasLines: true)
        }
        return true
    }

    private static func numbered(_ titles: [String]) -> String {
        titles.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
    }
}

extension FieldDescription {
    /// The help of the field as a part of a question.
    var helpWords: String {
        guard let help = help?.oneLine else { return "" }
        return ". " + (help.hasSuffix(".") ? String(help.dropLast()) : help)
    }
}

extension [String] {
    /// Returns the choice that an answer names: by its number, by its name or by the beginning of its name.
    ///
    /// - Parameter title: Returns the name of a choice.
    fileprivate func choice(_ answer: String, title: (String) -> String) -> String? {
        if let number = Int(answer), indices.contains(number - 1) { return self[number - 1] }
        let word = answer.lowercased()
        if let equal = first(where: { $0.lowercased() == word || title($0).lowercased() == word }) { return equal }
        let found = filter { title($0).lowercased().hasPrefix(word) }
        return found.count == 1 ? found[0] : nil
    }
}
