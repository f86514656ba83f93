import TerminalKit

/// A line of text that is being typed.
struct TextInput: Sendable, Hashable {
    /// Longer texts are cut: a terminal is no place for them.
    private static let longest = 10_000

    private(set) var characters: [Character]
    /// Before which character the cursor stands.
    private(set) var cursor: Int

    init(_ text: String = "") {
        characters = Array(text)
        cursor = characters.count
    }

    var text: String { String(characters) }
    var isEmpty: Bool { characters.isEmpty }
    /// What stands before the cursor.
    var beforeCursor: String { String(characters[..<cursor]) }

    /// Takes a key that edits; returns whether it was one.
    mutating func take(_ press: KeyPress) -> Bool {
        switch (press.key, press.modifiers) {
        case (.character(let character), []), (.character(let character), .shift): insert([character])
        case (.paste(let text), _):
            // It is one line: the ends of others count as spaces.
            insert(text.map { $0.isNewline ? " " : $0 })
        case (.backspace, .alt), (.character("w"), .control): deleteWord()
        case (.backspace, _): delete(from: max(0, cursor - 1), to: cursor)
        case (.delete, _), (.character("d"), .control): delete(from: cursor, to: min(characters.count, cursor + 1))
        case (.character("u"), .control): delete(from: 0, to: cursor)
        case (.character("k"), .control): delete(from: cursor, to: characters.count)
        case (.left, .control), (.left, .alt), (.character("b"), .alt): cursor = wordStart
        case (.right, .control), (.right, .alt), (.character("f"), .alt): cursor = wordEnd
        case (.left, _), (.character("b"), .control): cursor = max(0, cursor - 1)
        case (.right, _), (.character("f"), .control): cursor = min(characters.count, cursor + 1)
        case (.home, _), (.character("a"), .control): cursor = 0
        case (.end, _), (.character("e"), .control): cursor = characters.count
        default: return false
        }
        return true
    }

    private mutating func insert(_ new: [Character]) {
        let new = new.prefix(max(0, Self.longest - characters.count))
        // What is typed may join what stands before it: an accent, a part of an emoji.
        let before = String(characters[..<cursor]) + String(new)
        let rest = characters[cursor...]
        characters = Array(before)
        cursor = characters.count
        characters += rest
    }

    private mutating func delete(from start: Int, to end: Int) {
        characters.removeSubrange(start..<end)
        cursor = start
    }

    private mutating func deleteWord() { delete(from: wordStart, to: cursor) }

    private var wordStart: Int {
        var index = cursor
        while index > 0, characters[index - 1].isWhitespace { index -= 1 }
        while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
        return index
    }

    private var wordEnd: Int {
        var index = cursor
        while index < characters.count, characters[index].isWhitespace { index += 1 }
        while index < characters.count, !characters[index].isWhitespace { index += 1 }
        return index
    }
}
