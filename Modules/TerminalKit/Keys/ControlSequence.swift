/// A control sequence that a terminal sends for a key.
///
/// It has parameters and a final byte.
struct ControlSequence {
    let parameters: ArraySlice<UInt8>
    let final: UInt8

    /// The key; `nil` for an unknown sequence.
    var key: KeyPress? {
        if parameters.first == UInt8(ascii: "<") { return mouse }
        let numbers = self.numbers(parameters)
        // xterm sends the bits of the modifiers plus 1.
        let modifiers = KeyPress.Modifiers(rawValue: numbers.count > 1 ? max(0, numbers[1] - 1) & 7 : 0)
        switch final {
        case UInt8(ascii: "A"): return KeyPress(.up, modifiers)
        case UInt8(ascii: "B"): return KeyPress(.down, modifiers)
        case UInt8(ascii: "C"): return KeyPress(.right, modifiers)
        case UInt8(ascii: "D"): return KeyPress(.left, modifiers)
        case UInt8(ascii: "H"): return KeyPress(.home, modifiers)
        case UInt8(ascii: "F"): return KeyPress(.end, modifiers)
        // If the first number is not 1, the sequence is no key. For example, a cursor position report also ends with R.
        case UInt8(ascii: "P")...UInt8(ascii: "S") where max(1, numbers.first ?? 1) == 1:
            return KeyPress(.function(Int(final) - Int(UInt8(ascii: "P")) + 1), modifiers)
        case UInt8(ascii: "M") where parameters.isEmpty: return KeyPress(.enter)
        case UInt8(ascii: "Z"): return KeyPress(.tab, .shift)
        case UInt8(ascii: "~"): return numbers.first.flatMap(Self.editing).map { KeyPress($0, modifiers) }
        case UInt8(ascii: "u"): return numbers.first.flatMap(Self.character).map { KeyPress($0, modifiers) }
        default: return nil
        }
    }

    /// Returns the key with a number of DEC's keyboards, such as 2 for Insert.
    private static func editing(_ number: Int) -> KeyPress.Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23, 24: .function(number - 12)
        default: nil
        }
    }

    /// Returns the key whose character has a Unicode code point.
    ///
    /// Only terminals with an extended keyboard protocol send code points for keys.
    private static func character(_ number: Int) -> KeyPress.Key? {
        switch number {
        case 9: .tab
        case 13: .enter
        case 27: .escape
        case 127: .backspace
        case 0x20...0x7E, 0xA0...:
            UInt32(exactly: number).flatMap(Unicode.Scalar.init).map { .character(Character($0)) }
        default: nil
        }
    }

    private var mouse: KeyPress? {
        let numbers = self.numbers(parameters.dropFirst())
        guard numbers.count == 3 else { return nil }
        let modifiers = KeyPress.Modifiers(rawValue: numbers[0] >> 2 & 7)
        let (column, line) = (max(0, numbers[1] - 1), max(0, numbers[2] - 1))
        switch numbers[0] & ~0b11100 {
        case 64: return KeyPress(.wheelUp, modifiers)
        case 65: return KeyPress(.wheelDown, modifiers)
        case 66: return KeyPress(.wheelLeft, modifiers)
        case 67: return KeyPress(.wheelRight, modifiers)
        case 0 where final == UInt8(ascii: "M"): return KeyPress(.click(column: column, line: line), modifiers)
        case 2 where final == UInt8(ascii: "M"): return KeyPress(.menuClick(column: column, line: line), modifiers)
        // The bit 32 means that the mouse has moved.
        case 32 where final == UInt8(ascii: "M"): return KeyPress(.drag(column: column, line: line), modifiers)
        default: return nil
        }
    }

    private func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
        bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
            // A parameter may have subparameters. Use the first number.
            part.prefix { (0x30...0x39).contains($0) }.reduce(0) { min(1 << 24, $0 * 10 + Int($1 - 0x30)) }
        }
    }
}
