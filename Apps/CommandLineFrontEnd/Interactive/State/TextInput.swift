import TerminalKit

/// An editable text with a cursor.
struct TextInput: Sendable, Hashable {
    /// The maximum number of characters.
    ///
    /// A longer text is truncated.
    private static let longest = 10_000

    private(set) var characters: [Character]
    /// The index of the character that follows the cursor.
    private(set) var cursor: Int
    private let hasLines: Bool

    /// Creates an input with a text and places the cursor after the text.
    init(_ text: String = "", hasLines: Bool = false) {
        characters = Array(text)
        cursor = characters.count
        self.hasLines = hasLines
    }

    var text: String { String(characters) }
    var isEmpty: Bool { characters.isEmpty }
    /// The text before the cursor.
    var beforeCursor: String { String(characters[..<cursor]) }

    /// Handles a key that edits the text.
    ///
    /// Returns `false` for any other key.
    mutating func take(_ press: KeyPress) -> Bool {
        switch (press.key, press.modifiers) {
        case (.character(let character), []), (.character(let character), .shift): insert([character])
        case (.paste(let text), _):
            // An input of one line replaces each line break with a space.
            insert(text.map { $0.isNewline ? hasLines ? "\n" : " " : $0 })
        case (.enter, _) where hasLines: insert(["\n"])
        case (.up, _) where hasLines: return moveLine(by: -1)
        case (.down, _) where hasLines: return moveLine(by: 1)
        case (.home, []) where hasLines, (.character("a"), .control) where hasLines: cursor = lineStart
        case (.end, []) where hasLines, (.character("e"), .control) where hasLines: cursor = lineEnd(from: cursor)
        case (.character("u"), .control) where hasLines: delete(from: lineStart, to: cursor)
        case (.character("k"), .control) where hasLines: delete(from: cursor, to: lineEnd(from: cursor))
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

    /// The lines of the text.
    var lines: [ArraySlice<Character>] { characters.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The line number of the cursor, and its column in that line.
    var place: (line: Int, column: Int) {
        (characters[..<cursor].count { $0 == "\n" }, cursor - lineStart)
    }

    private var lineStart: Int {
        (characters[..<cursor].lastIndex(of: "\n") ?? -1) + 1
    }

    private func lineEnd(from index: Int) -> Int {
        characters[index...].firstIndex(of: "\n") ?? characters.count
    }

    /// Moves the cursor to the next or the previous line, and returns whether that line exists.
    private mutating func moveLine(by step: Int) -> Bool {
        let column = cursor - lineStart
        if step < 0 {
            guard lineStart > 0 else { return false }
            cursor = lineStart - 1
            cursor = min(lineStart + column, cursor)
        } else {
            let end = lineEnd(from: cursor)
            guard end < characters.count else { return false }
            cursor = min(end + 1 + column, lineEnd(from: end + 1))
        }
        return true
    }

    private mutating func insert(_ new: [Character]) {
        let new = new.prefix(max(0, Self.longest - characters.count))
        // The typed character may combine with the character before it, as an accent combines with its letter.
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
