extension FieldDescription {
    /// The field's exact rule in words, like `a whole number from 0 to 30`.
    public var expectation: String {
        switch kind {
        case .text: "text" + words(for: length) + lines.map(Self.words(forLines:)).orEmpty
        case .secret: "secret text" + words(for: length)
        case .integer: "a whole number" + words(for: range) + stepWords
        case .decimal: "a number" + words(for: range) + stepWords
        case .boolean: "true or false"
        case .reference: "the key of a record of '\(reference?.feature ?? "")'"
        case .choice: "one of " + ((choices ?? []) + (other.map { [$0] } ?? [])).joined(separator: ", ")
        case .date: "a date like 2026-11-21" + words(for: range)
        case .duration: "a duration like 250ms, 2s or 1m" + words(for: range)
        case .instant: "a date and time like 2026-11-22T19:46:49Z" + words(for: range)
        case .texts:
            (countWords.map { "\($0) " }).orEmpty + (role == .revisions ? "texts" : "different texts")
                + words(for: length)
        case .choices: (countWords ?? "any") + " of " + (choices ?? []).joined(separator: ", ")
        }
    }

    /// Returns the sentence that tells a person how to correct a fault, such as "Choose a breed".
    func advice(for fault: FieldFault) -> String {
        switch fault {
        case .unreadable: advice
        case .outOfRange: rangeAdvice
        case .tooShort:
            length?.min == length?.max
                ? "Enter \(Self.words(for: length?.min ?? 1, "character"))."
                : "Enter at least \(Self.words(for: length?.min ?? 1, "character"))."
        case .tooLong: "Shorten this to \(Self.words(for: length?.max ?? 0, "character"))."
        case .invisible: "Enter \(name(.indefinite)) that is not blank."
        case .hasNUL: "Take out the character that cannot be shown."
        case .hasTooManyMarks:
            "Take out some of the marks on one letter; it can have \(StreamSafeText.markLimit)."
        case .hasLineBreak: "Put this on one line."
        case .tooFewLines: "Enter at least \(Self.words(for: lines?.min ?? 1, "line"))."
        case .tooManyLines: "Shorten this to \(Self.words(for: lines?.max ?? 1, "line"))."
        case .tooFewItems: "\(verb) at least \(count?.min ?? 1)."
        case .tooManyItems: "\(verb) at most \(count?.max ?? 0)."
        case .repeated(let text): "Take out the second \(Self.shown(text))."
        case .item(let text, .tooLong):
            "Shorten \(Self.shown(text)) to \(Self.words(for: length?.max ?? 0, "character"))."
        case .item(let text, .hasLineBreak): "Put \(Self.shown(text)) on one line."
        case .item(let text, .tooShort) where !text.isEmpty:
            "Lengthen \(Self.shown(text)) to \(Self.words(for: length?.min ?? 1, "character"))."
        case .item(_, .tooShort): "Take out the empty line."
        case .item(_, let fault): advice(for: fault)
        }
    }

    /// The sentence that tells a person what to enter.
    private var advice: String {
        switch kind {
        case .text, .secret: "Enter \(name(.indefinite))."
        case .boolean: "Choose yes or no."
        case .choice, .reference: "Choose \(name(.indefinite))."
        case .choices: count?.min ?? 0 > 1 ? advice(for: .tooFewItems) : "Choose \(name(.indefinite))."
        case .texts: "Enter \(name(.plain)), one on a line."
        case .date: "Enter a date like 2026-11-21."
        case .instant: "Enter a date and time like 2026-11-22 19:46, in UTC."
        case .duration: "Enter a duration like 250ms, 2s or 1m."
        case .integer, .decimal: rangeAdvice
        }
    }

    private var rangeAdvice: String {
        switch kind {
        case .integer: "Enter a whole number\(words(for: range))\(stepWords)."
        case .decimal: "Enter a number\(words(for: range))\(stepWords)."
        case .date: "Enter a date\(words(for: range))."
        case .duration: "Enter a duration\(words(for: range))."
        case .instant: "Enter a date and time\(words(for: range.map(\.shown)))."
        case .text, .secret, .boolean, .choice, .choices, .texts, .reference: advice
        }
    }

    private var verb: String { kind == .choices ? "Choose" : "Enter" }

    // MARK: - The field's name in a sentence

    private enum Article { case plain, indefinite }

    /// Returns the title as it is written inside a sentence: `a name`, `an age`, `tags`.
    private func name(_ article: Article) -> String {
        let words = title.split(separator: " ")
        guard let first = words.first, let letter = first.unicodeScalars.first, letter.isASCII,
            letter.properties.isAlphabetic
        else { return title }
        let shown = title.insideSentence
        // A title such as "Order by" is no noun, so it has no article.
        if article == .indefinite, Self.prepositions.contains((words.last ?? first).lowercased()) {
            return "a value for “\(title)”"
        }
        guard article == .indefinite, !Self.isPlural(words.last ?? first),
            !["a", "an", "the", "your", "my", "our", "its", "their"].contains(first.lowercased())
        else { return shown }
        return "\(first.needsAn ? "an" : "a") \(shown)"
    }

    /// The prepositions with which the title of a field can end.
    private static let prepositions: Set<String> = [
        "after", "at", "before", "by", "for", "from", "in", "of", "on", "since", "to", "until", "with",
    ]

    private static func isPlural(_ word: Substring) -> Bool {
        let word = word.lowercased()
        return word.count > 3 && word.hasSuffix("s") && !["ss", "us", "is", "as"].contains(where: word.hasSuffix)
    }

    private static func shown(_ text: String) -> String {
        let shown = text.prefix(utf8Count: 120).prefix(30)
        return shown.utf8.count < text.utf8.count ? "“\(shown)…”" : "“\(text)”"
    }

    // MARK: - Rules in words

    private func words(for length: Bounds<Int>?) -> String {
        guard let length else { return "" }
        return switch (length.min ?? 0, length.max) {
        case (0, nil): ""
        case (let min, nil): " of at least \(Self.words(for: min, "character"))"
        case (0, let max?): " of at most \(Self.words(for: max, "character"))"
        case (let min, let max?):
            " of \(min == max ? Self.words(for: max, "character") : "\(min) to \(Self.words(for: max, "character"))")"
        }
    }

    private func words(for range: Bounds<FieldValue>?) -> String {
        switch (range?.min, range?.max) {
        case (let min?, let max?): " from \(min) to \(max)"
        case (let min?, nil): " from \(min)"
        case (nil, let max?): " up to \(max)"
        case (nil, nil): ""
        }
    }

    private static func words(forLines lines: Bounds<Int>) -> String {
        let count = { words(for: $0, "line") }
        return switch (lines.min ?? 1, lines.max) {
        case (...1, nil): " on any number of lines"
        case (let min, nil): " on at least \(count(min))"
        case (...1, let max?): " on at most \(count(max))"
        case (let min, let max?): " on \(min == max ? count(max) : "\(min) to \(count(max))")"
        }
    }

    private var stepWords: String { step.map { " in steps of \($0)" } ?? "" }

    private var countWords: String? {
        switch (count?.min ?? 0, count?.max) {
        case (0, nil): nil
        case (let min, nil): "at least \(min)"
        case (0, let max?): "at most \(max)"
        case (let min, let max?): min == max ? "\(max)" : "\(min) to \(max)"
        }
    }

    private static func words(for count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}

extension FieldDescription.Bounds<FieldValue> {
    /// The bounds, with each moment replaced by its text for people.
    fileprivate var shown: Self {
        let shown = { (value: FieldValue?) in Instant(fieldValue: value).map { FieldValue.text($0.shownText) } ?? value
        }
        return Self(min: shown(min), max: shown(max))
    }
}

extension String? {
    fileprivate var orEmpty: String { self ?? "" }
}
