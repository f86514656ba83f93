/// What a person did at a terminal: a key with its modifiers, text pasted, or the mouse.
package struct KeyPress: Sendable, Hashable {
    /// The keys.
    package enum Key: Sendable, Hashable {
        /// A character; letters of control keys come in lower case.
        case character(Character)
        /// A text that was pasted, as it is.
        case paste(String)
        /// A key without a character.
        case enter, tab, backspace, escape, insert, delete
        /// A key that moves.
        case up, down, left, right, home, end, pageUp, pageDown
        /// A function key, from 1.
        case function(Int)
        /// The mouse's wheel, towards the beginning or the end.
        case wheelUp, wheelDown
        /// The mouse's main button, on a cell counted from 0.
        case click(column: Int, line: Int)
    }

    /// What was held down beside.
    package struct Modifiers: OptionSet, Sendable, Hashable {
        /// The modifiers as bits, those of xterm.
        package let rawValue: Int

        /// Creates modifiers from bits.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The shift key.
        package static let shift = Modifiers(rawValue: 1)
        /// The alt, option or meta key.
        package static let alt = Modifiers(rawValue: 2)
        /// The control key.
        package static let control = Modifiers(rawValue: 4)
    }

    /// The key.
    package var key: Key
    /// What was held down beside.
    package var modifiers: Modifiers

    /// Creates a key press.
    package init(_ key: Key, _ modifiers: Modifiers = []) {
        (self.key, self.modifiers) = (key, modifiers)
    }

    /// A control key.
    package static func control(_ character: Character) -> KeyPress { KeyPress(.character(character), .control) }
}
