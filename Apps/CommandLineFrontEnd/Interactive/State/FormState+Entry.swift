import FeatureKit
import Interaction
import TerminalKit

extension FormState {
    /// The control of a field.
    ///
    /// The form belongs to a button or is part of the page.
    struct Entry: Sendable {
        private var state: FormModel.Field
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
        /// The key of the record that the person has just taken from a list.
        private var picked: String?
        /// Whether the field is part of the page, not of a form in front of it.
        let isInPlace: Bool

        var field: FieldDescription { state.description }
        var text: String { input.text }
        /// The error message of the field.
        var error: String? { state.error }
        /// The text that another person has saved while this text was typed; `nil` if there is none.
        ///
        /// The person then decides between the two: two buttons are below the field.
        var theirs: String? { state.theirs }

        init(_ field: FormModel.Field, isInPlace: Bool) {
            (state, self.isInPlace) = (field, isInPlace)
            input = TextInput(field.text, hasLines: field.description.hasLines)
            (choices, options) = (field.formChoices, field.formOptions)
        }

        /// Shows a newer state of the field.
        ///
        /// The cursor stays where it is if the text is the same.
        mutating func take(_ field: FormModel.Field) {
            if !field.text.utf8.elementsEqual(text.utf8) {
                input = TextInput(field.text, hasLines: field.description.hasLines)
            }
            state = field
            (choices, options) = (field.formChoices, field.formOptions)
            option = min(option, max(0, options.count - 1))
        }

        /// Names the record of a row of a list.
        mutating func pick(_ row: Int, of choices: [FeatureKit.Choice]) {
            (input, picked) = (TextInput(choices.text(naming: row)), choices[row].id)
        }

        /// Returns the key of the record that the person has taken since the last call; `nil` if there is none.
        mutating func takePicked() -> String? {
            defer { picked = nil }
            return picked
        }
    }
}

extension FormState.Entry {
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

    /// Selects the choice that comes `step` choices after the current one.
    mutating func choose(by step: Int) {
        guard let choices, !choices.isEmpty else { return }
        let index = choices.firstIndex(of: text)
        let next = index.map { ($0 + step + choices.count) % choices.count } ?? (step > 0 ? 0 : choices.count - 1)
        input = TextInput(choices[next])
    }

    /// Selects the choice that begins with all typed letters, or else the next choice that begins with the last letter.
    private mutating func choose(typing letter: Character, after typed: String) {
        let word = typed + letter.lowercased()
        let titles = choices?.map { $0.choiceTitle(field).lowercased() } ?? []
        guard !typed.isEmpty, let index = titles.firstIndex(where: { $0.hasPrefix(word) }) else {
            prefix = letter.lowercased()
            return choose(beginningWith: letter)
        }
        (prefix, input) = (word, TextInput(choices?[index] ?? ""))
    }

    /// Selects the next choice that begins with a letter.
    mutating func choose(beginningWith letter: Character) {
        guard let choices else { return }
        let index = choices.firstIndex(of: text) ?? -1
        let order = choices.indices.map { (index + 1 + $0) % choices.count }
        let wanted = letter.lowercased()
        let next = order.first { choices[$0].choiceTitle(field).lowercased().hasPrefix(wanted) }
        if let next { input = TextInput(choices[next]) }
    }

    /// The length of the text and its maximum, such as `36/40`; `nil` if the text is not near its maximum.
    ///
    /// A text is near its maximum from 80 % on.
    var lengthNote: (text: String, isOver: Bool)? {
        guard field.kind == .text || field.kind == .secret, let most = field.length?.max, most > 0 else { return nil }
        let count = input.characters.count
        guard count * 5 >= most * 4 else { return nil }
        return ("\(count > most ? "! " : "")\(count)/\(most)", count > most)
    }

    /// Selects "no value", if the field offers that choice.
    mutating func chooseNothing() {
        if choices?.contains("") == true { input = TextInput("") }
    }
}

extension FieldDescription {
    /// Whether the input control of the field has several lines.
    var hasLines: Bool { lines != nil || kind == .texts }
}

extension FormModel.Field {
    /// The texts that the form offers to tick.
    ///
    /// The result is empty unless the field accepts several choices, or several of the texts that the form accepts.
    fileprivate var formOptions: [String] {
        guard description.kind == .choices || description.kind == .texts && choices != nil else { return [] }
        return (choices ?? description.choices ?? []).adding(saved.formLines + text.formLines)
    }

    /// The texts that the form offers as choices, or `nil` if the user types the text freely.
    fileprivate var formChoices: [String]? {
        let known: [String]
        switch description.kind {
        case .choice where description.other == nil: known = choices ?? description.choices ?? []
        case .boolean: known = ["true", "false"]
        case .text where choices != nil: known = choices ?? []
        default: return nil
        }
        let all = known.adding([saved, text].filter { !$0.isEmpty })
        return saved.isEmpty || !description.required ? [""] + all : all
    }
}

extension [String] {
    /// Returns the texts, followed by those others that are not among them.
    fileprivate func adding(_ others: [String]) -> [String] {
        others.reduce(into: self) { all, text in if !all.contains(text) { all.append(text) } }
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
