/// One input event of a terminal: a key with its modifiers, a paste or a mouse event.
package struct KeyPress: Sendable, Hashable {
    /// The kinds of input events.
    package enum Key: Sendable, Hashable {
        /// A character. Letters pressed with the control key are lower case.
        case character(Character)
        /// Pasted text, unchanged.
        case paste(String)
        /// A key without a character.
        case enter, tab, backspace, escape, insert, delete
        /// A movement key.
        case up, down, left, right, home, end, pageUp, pageDown
        /// A function key, numbered from 1.
        case function(Int)
        /// The mouse wheel was turned up, towards the beginning, or down, towards the end.
        case wheelUp, wheelDown
        /// The mouse wheel was turned or tilted sideways.
        case wheelLeft, wheelRight
        /// The main mouse button was pressed on a cell. Columns and lines are numbered from 0.
        case click(column: Int, line: Int)
        /// The secondary mouse button was pressed on a cell, which opens a menu.
        case menuClick(column: Int, line: Int)
        /// The mouse was moved to another cell while its main button was held down.
        case drag(column: Int, line: Int)
        /// The terminal has reported its background colour.
        case background(red: UInt8, green: UInt8, blue: UInt8)
    }

    /// The modifier keys.
    package struct Modifiers: OptionSet, Sendable, Hashable {
        /// The modifiers as the bits that xterm sends.
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
    /// The modifiers held down with the key.
    package var modifiers: Modifiers

    /// Creates a key press.
    package init(_ key: Key, _ modifiers: Modifiers = []) {
        (self.key, self.modifiers) = (key, modifiers)
    }

    /// Returns a character pressed with the control key.
    package static func control(_ character: Character) -> KeyPress { KeyPress(.character(character), .control) }
}
