import FeatureKit
import TerminalKit

extension FormState {
    /// One field of a form: of a button's own one, or of a form in place.
    struct Entry: Sendable {
        let field: FieldDescription
        var input: TextInput
        /// The texts to choose from; `nil` for typed text.
        ///
        /// The empty text means no value.
        private(set) var choices: [String]?
        /// The texts to tick, for several choices.
        private(set) var options: [String]
        /// The index of the option at the cursor.
        var option = 0
        /// The error of the field.
        var error: String?

        var text: String { input.text }

        /// Creates an entry.
        ///
        /// - Parameter texts: The texts that the field is restricted to; `nil` for no restriction.
        init(_ field: FieldDescription, text: String, among texts: [String]? = nil) {
            self.field = field
            input = TextInput(text, hasLines: field.hasLines)
            choices = field.formChoices(including: text, among: texts)
            options = field.formOptions(including: text, among: texts)
        }

        /// The entry with other texts to choose from.
        func offering(_ texts: [String]?) -> Entry {
            var copy = self
            copy.choices = field.formChoices(including: text, among: texts)
            copy.options = field.formOptions(including: text, among: texts)
            return copy
        }
    }
}

extension FormState.Entry {
    /// The result of reading a typed text.
    enum Reading {
        case value(FieldValue)
        /// The field is left empty.
        case nothing
        /// The text does not fit, for this reason.
        case wrong(String)
    }

    /// Reads the text by the field's rule.
    ///
    /// - Parameter texts: The texts that the field is restricted to; `nil` for no restriction.
    func reading(among texts: [String]? = nil) -> Reading {
        if text.isEmpty, !field.required { return .nothing }
        if let texts, !field.kind.isList, !texts.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
            return .wrong("Choose one of \(texts.joined(separator: ", ")).")
        }
        do throws(InputRefused) {
            return try [field].read([field.name: text], isForm: true)[field.name].map { .value($0) } ?? .nothing
        } catch { return .wrong(error.advice[field.name] ?? error.description) }
    }

    /// Handles an editing key.
    ///
    /// Returns whether it was one.
    mutating func take(_ press: KeyPress) -> Bool {
        if takeInside(press) { return true }
        guard choices != nil else { return input.take(press) }
        switch (press.key, press.modifiers) {
        case (.left, _): choose(by: -1)
        case (.right, _), (.character(" "), _): choose(by: 1)
        case (.backspace, _), (.delete, _): chooseNothing()
        case (.character(let letter), []), (.character(let letter), .shift): choose(beginningWith: letter)
        default: return false
        }
        return true
    }

    /// Selects the next text of a choice.
    mutating func choose(by step: Int) {
        guard let choices, !choices.isEmpty else { return }
        let index = choices.firstIndex(of: text)
        let next = index.map { ($0 + step + choices.count) % choices.count } ?? (step > 0 ? 0 : choices.count - 1)
        (input, error) = (TextInput(choices[next]), nil)
    }

    /// Selects the next text of a choice that begins with a letter.
    mutating func choose(beginningWith letter: Character) {
        guard let choices else { return }
        let index = choices.firstIndex(of: text) ?? -1
        let order = choices.indices.map { (index + 1 + $0) % choices.count }
        let wanted = letter.lowercased()
        let next = order.first { choices[$0].choiceTitle(field).lowercased().hasPrefix(wanted) }
        if let next { (input, error) = (TextInput(choices[next]), nil) }
    }

    /// Selects no value, if that is a choice.
    mutating func chooseNothing() {
        if choices?.contains("") == true { input = TextInput("") }
    }

    /// Checks the text and sets the error.
    mutating func check() {
        do throws(InputRefused) {
            _ = try [field].check([field].read([field.name: text], isForm: true))
            error = nil
        } catch { self.error = error.advice[field.name] }
    }
}

extension FieldDescription {
    /// Whether a control for the field has several lines.
    var hasLines: Bool { lines != nil || kind == .texts }

    /// The texts that a form offers to tick; none unless several can be chosen.
    fileprivate func formOptions(including text: String, among texts: [String]?) -> [String] {
        guard kind == .choices else { return [] }
        let known = texts ?? choices ?? []
        return known + text.formLines.filter { !known.contains($0) }
    }

    /// The texts that a form offers to choose one of; `nil` for typed text.
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
    /// The label of a choice.
    func choiceTitle(_ field: FieldDescription) -> String {
        switch (field.kind, self) {
        case (_, ""): field.required ? "choose…" : "–"
        case (.boolean, "true"): "yes"
        case (.boolean, "false"): "no"
        default: self
        }
    }
}
