import FeatureKit
import Interaction

/// A line of a screen that a person can choose by its number, by its letter or by the beginning of its name.
struct PlainChoice {
    /// The identity of a choice, which stays the same on all screens of a page.
    indirect enum Key: Hashable {
        case row(list: String, id: String)
        case press(String, [String: FieldValue], section: String?)
        case sort(list: String, column: Int)
        case form(String)
        case link(fields: String, number: Int)
        case element(String)
        case ticked(list: String, action: String)
        case retry, back, up, features
        /// A choice with the same effect as earlier choices, with the number of these choices.
        case again(Key, Int)
    }

    enum Target {
        case row(ListElement, Row)
        case press(Button, Row?)
        /// Edits a cell of a row.
        case edit(ColumnEdit, Button, Row)
        /// Presses a button on the ticked rows.
        case pressOnTicked(Button)
        case select(action: String, Row)
        case form(FormElement)
        case link(FeatureLink)
        case back, features
    }

    /// The words that name the choice.
    ///
    /// A person can type the beginning of the name.
    let name: String
    /// The words of the line.
    let title: StyledLine
    let target: Target
    var key: Key?
    var letter: Character?

    init(_ name: String, saying title: StyledLine? = nil, _ target: Target, key: Key? = nil, letter: Character? = nil) {
        (self.name, self.title, self.target) = (name, title ?? StyledLine(name), target)
        (self.key, self.letter) = (key, letter)
    }

    /// Creates a choice that presses a button of a feature.
    init(
        _ button: Button, _ row: Row? = nil, of manifest: FeatureManifest, saying title: String? = nil,
        in section: String? = nil, letter: Character? = nil
    ) {
        let arguments = manifest.argumentsWithoutRevision(of: button)
        self.init(
            button.title, saying: title.map { StyledLine($0) }, .press(button, row),
            key: .press(button.action, arguments, section: section), letter: letter)
    }

    /// The words of the line, with the letter of the choice.
    var line: StyledLine { title + (letter.map { StyledLine(" (\($0))", .dim) } ?? StyledLine()) }
}

extension [PlainChoice] {
    /// The choices, with different keys for choices that have the same effect.
    var withDistinctKeys: [PlainChoice] {
        var counts: [PlainChoice.Key: Int] = [:]
        return map { choice in
            guard let key = choice.key else { return choice }
            let count = counts[key, default: 0]
            counts[key] = count + 1
            var copy = choice
            if count > 0 { copy.key = .again(key, count) }
            return copy
        }
    }
}

/// The effect of an answer to the question of a screen or of a menu.
enum PlainAnswer {
    case chosen(PlainChoice)
    /// The answer names no choice or several choices, for this reason.
    case unclear(String)

    /// Finds the choice with a letter, or with a name or a line that begins with the answer.
    ///
    /// A name that equals the answer precedes longer names.
    ///
    /// - Parameter hint: What to type instead.
    init(_ answer: String, among choices: [PlainChoice], hint: String) {
        let word = answer.lowercased()
        if let choice = choices.first(where: { $0.letter.map { String($0) } == word }) {
            self = .chosen(choice)
            return
        }
        let equal = choices.filter { $0.name.lowercased() == word }
        let begun = choices.filter { choice in
            [choice.name, choice.title.text].contains { $0.lowercased().hasPrefix(word) }
        }
        let found = equal.isEmpty ? begun : equal
        switch found.count {
        case 1: self = .chosen(found[0])
        case 0: self = .unclear("\u{201C}\(answer)\u{201D} is not a choice; \(hint)")
        case let count:
            let some = found.prefix(3).map(\.name).joined(separator: ", ") + (count > 3 ? ", …" : "")
            self = .unclear("\u{201C}\(answer)\u{201D} fits \(count) choices: \(some); type a number")
        }
    }
}
