import FeatureKit
import TerminalKit

extension FormState {
    /// A field of a form with its text.
    ///
    /// The form belongs to a button or is part of the page.
    struct Entry: Sendable {
        let field: FieldDescription
        var input: TextInput
        /// The texts of a choice field; `nil` if the user types the text freely.
        ///
        /// The empty text means "no value".
        private(set) var choices: [String]?
        /// The texts that the user can tick in a field that accepts several choices.
        private(set) var options: [String]
        /// The index of the option that the cursor is on.
        var option = 0
        /// The letters that the user typed one after the other to find a choice.
        private(set) var prefix = ""
        /// The error message of the field.
        var error: String?
        /// The text that the presenter refused; `nil` if it refused none.
        private var refusedText: String?
        /// The text that another person has saved while this text was typed; `nil` if there is none.
        var theirs: String?
        /// Whether the field is part of the page, not of a form in front of it.
        var isInPlace = false

        var text: String { input.text }
        /// The text for messages, which do not show secrets.
        var quotableText: String { field.kind == .secret ? "•••" : text }

        /// Creates an entry.
        ///
        /// - Parameter texts: The only texts that the field accepts, or `nil` if it accepts any text.
        init(_ field: FieldDescription, text: String, among texts: [String]? = nil) {
            self.field = field
            input = TextInput(text, hasLines: field.hasLines)
            choices = field.formChoices(including: text, among: texts)
            options = field.formOptions(including: text, among: texts)
        }

        /// Returns the entry with another set of accepted texts.
        func offering(_ texts: [String]?) -> Entry {
            var copy = self
            copy.choices = field.formChoices(including: text, among: texts)
            copy.options = field.formOptions(including: text, among: texts)
            return copy
        }
    }
}

extension FormState.Entry {
    /// The result of parsing the text.
    enum Reading {
        case value(FieldValue)
        /// The text is empty, so the field has no value.
        case nothing
        /// The text is invalid. The associated value is the message.
        case wrong(String)
    }

    /// Parses the text by the field's rule.
    ///
    /// - Parameter texts: The only texts that the field accepts, or `nil` if it accepts any text.
    func reading(among texts: [String]? = nil) -> Reading {
        if text.isEmpty, !field.required { return .nothing }
        if let texts, !field.kind.isList, !texts.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
            return .wrong("Choose one of \(texts.joined(separator: ", ")).")
        }
        do throws(InputRefused) {
            return try [field].read([field.name: text], isForm: true)[field.name].map { .value($0) } ?? .nothing
        } catch { return .wrong(error.advice[field.name] ?? error.description) }
    }

    /// Handles a key that edits the text.
    ///
    /// Returns `false` for any other key.
    mutating func take(_ press: KeyPress) -> Bool {
        if takeInside(press) { return true }
        guard choices != nil else { return input.take(press) }
        let typed = prefix
        prefix = ""
        switch (press.key, press.modifiers) {
        case (.left, _): choose(by: -1)
        case (.right, _), (.character(" "), _): choose(by: 1)
        case (.backspace, _), (.delete, _): chooseNothing()
        case (.character(let letter), []), (.character(let letter), .shift): choose(typing: letter, after: typed)
        default: return false
        }
        return true
    }

    /// Replaces the typed text with the text that another person has saved.
    mutating func takeTheirs() {
        guard let theirs else { return }
        (input, error, self.theirs) = (TextInput(theirs, hasLines: field.hasLines), nil, nil)
    }

    /// Keeps the typed text instead of the text that another person has saved.
    mutating func keepMine() { theirs = nil }

    /// Selects the choice that comes `step` choices after the current one.
    mutating func choose(by step: Int) {
        guard let choices, !choices.isEmpty else { return }
        let index = choices.firstIndex(of: text)
        let next = index.map { ($0 + step + choices.count) % choices.count } ?? (step > 0 ? 0 : choices.count - 1)
        (input, error) = (TextInput(choices[next]), nil)
    }

    /// Selects the choice that begins with all typed letters, or else the next choice that begins with the last letter.
    private mutating func choose(typing letter: Character, after typed: String) {
        let word = typed + letter.lowercased()
        let titles = choices?.map { $0.choiceTitle(field).lowercased() } ?? []
        guard !typed.isEmpty, let index = titles.firstIndex(where: { $0.hasPrefix(word) }) else {
            prefix = letter.lowercased()
            return choose(beginningWith: letter)
        }
        (prefix, input, error) = (word, TextInput(choices?[index] ?? ""), nil)
    }

    /// Selects the next choice that begins with a letter.
    mutating func choose(beginningWith letter: Character) {
        guard let choices else { return }
        let index = choices.firstIndex(of: text) ?? -1
        let order = choices.indices.map { (index + 1 + $0) % choices.count }
        let wanted = letter.lowercased()
        let next = order.first { choices[$0].choiceTitle(field).lowercased().hasPrefix(wanted) }
        if let next { (input, error) = (TextInput(choices[next]), nil) }
    }

    /// Selects "no value", if the field offers that choice.
    mutating func chooseNothing() {
        if choices?.contains("") == true { input = TextInput("") }
    }

    /// Shows why the presenter has refused the text; `nil` if it has not.
    mutating func refuse(_ message: String?) {
        (error, refusedText) = (message, message.map { _ in text })
    }

    /// Validates the text and sets the error message.
    ///
    /// A text that the presenter has refused keeps the message of the refusal.
    mutating func check() {
        if error != nil, let refusedText, refusedText.utf8.elementsEqual(text.utf8) { return }
        do throws(InputRefused) {
            _ = try [field].check([field].read([field.name: text], isForm: true))
            error = nil
        } catch { self.error = error.advice[field.name] }
    }
}

extension FieldDescription {
    /// Whether the input control of the field has several lines.
    var hasLines: Bool { lines != nil || kind == .texts }

    /// Returns the texts that the form offers to tick.
    ///
    /// The result is empty unless the field accepts several choices, or several of the texts that the form accepts.
    fileprivate func formOptions(including text: String, among texts: [String]?) -> [String] {
        guard kind == .choices || kind == .texts && texts != nil else { return [] }
        let known = texts ?? choices ?? []
        return known + text.formLines.filter { !known.contains($0) }
    }

    /// Returns the texts that the form offers as choices, or `nil` if the user types the text freely.
    fileprivate func formChoices(including text: String, among texts: [String]?) -> [String]? {
        var all: [String]
        switch kind {
        case .choice where other == nil: all = texts ?? choices ?? []
        case .boolean: all = ["true", "false"]
        case .text where texts != nil: all = texts ?? []
        default: return nil
        }
        if !text.isEmpty, !all.contains(text) { all.append(text) }
        return text.isEmpty || !required ? [""] + all : all
    }
}

extension String {
    /// Returns the label of a choice.
    func choiceTitle(_ field: FieldDescription) -> String {
        switch (field.kind, self) {
        case (_, ""): field.required ? "choose…" : "–"
        case (.boolean, "true"): "yes"
        case (.boolean, "false"): "no"
        default: self
        }
    }
}
