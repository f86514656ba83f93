import FeatureKit

extension PlainTalk {
    /// Asks for the record that a field names, and lists the records that it can name if the person asks for them.
    ///
    /// Returns whether the user gave an answer.
    mutating func fillReference(
        _ entry: inout FormState.Entry, theirs: FieldValue? = nil, _ source: any ScreenSource
    ) async throws -> Bool {
        let field = entry.field
        let saved = theirs.map { "; their value: \($0)" } ?? ""
        let optional = field.required ? "" : "; type - to leave it out"
        let current = entry.text.isEmpty ? "" : " [\(entry.text)]"
        let rule = "its title or its key; ? lists them, ?words finds some\(saved)\(field.helpWords)\(optional)"
        var question = "\(field.title) (\(rule))\(current)"
        var listed: [FeatureKit.Choice] = []
        while true {
            guard let answer = try await ask(question) else { throw Leaving() }
            switch answer {
            case ".": return false
            case "": return true
            case "-" where !field.required: entry.input = TextInput("")
            case _ where answer.hasPrefix("?"):
                listed = try await list(field, matching: String(answer.dropFirst()).trimmed, source)
                let numbers = listed.isEmpty ? "" : "a number of the list, "
                question = "\(field.title) (\(numbers)\(rule))\(current)"
                continue
            default:
                let number = Int(answer).flatMap { listed.indices.contains($0 - 1) ? $0 - 1 : nil }
                if let number { entry.pick(number, of: listed) } else { entry.input = TextInput(answer) }
            }
            return true
        }
    }

    /// Writes the first records that a field can name, with numbers.
    private mutating func list(
        _ field: FieldDescription, matching search: String, _ source: any ScreenSource
    ) async throws -> [FeatureKit.Choice] {
        do {
            let page = try await source.choices(of: field, matching: search, after: nil)
            guard !page.choices.isEmpty else {
                try say([StyledLine("No matches", .dim)])
                return []
            }
            var lines = page.choices.enumerated().map { number, choice in
                StyledLine("\(number + 1). \(choice.title.oneLine)")
                    + StyledLine(choice.detail.map { " (\($0.oneLine))" } ?? "", .dim)
            }
            if page.next != nil { lines.append(StyledLine("There are more. Type ? and words to find others.", .dim)) }
            try say(lines)
            return page.choices
        } catch let error as CancellationError {
            throw error
        } catch {
            try complain("The list could not be loaded.")
            return []
        }
    }
}
