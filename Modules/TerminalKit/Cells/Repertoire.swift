/// The characters that a terminal shows, according to its locale.
package enum Repertoire: Sendable, Hashable {
    /// All characters.
    case unicode
    /// Only the characters of ASCII.
    case ascii

    /// Returns the bytes that show a character in a number of cells.
    ///
    /// With ``ascii``, a sign with a similar shape replaces each sign of the view, and question marks replace any other
    /// character. The bytes take as many cells as the character.
    func bytes(of character: Character, width: Int) -> [UInt8] {
        guard self == .ascii, character.utf8.count > 1 || !character.isASCII else { return Array(character.utf8) }
        if let sign = Self.signs[character], width == 1 { return [sign] }
        // The patterns of Braille, of which lines in charts consist.
        if ("\u{2801}"..."\u{28FF}").contains(character) { return [UInt8(ascii: "*")] }
        return Array(repeating: UInt8(ascii: "?"), count: max(1, width))
    }

    /// The signs of ASCII for the signs that views use.
    private static let signs: [Character: UInt8] = {
        let pairs: [(String, String)] = [
            // The cursor, links and arrows.
            ("❯›‹→←↑↓▸▾↵", ">><><^v>v="),
            // Selected, tones, the state of the connection, radio buttons, secrets.
            ("✓✗◉●•", "*xoo*"),
            // Rules, boxes, scroll bars.
            ("─━│┃", "-=|#"), ("╭╮╰╯┌┐└┘├┤┬┴┼", "+++++++++++++"),
            // Progress bars.
            ("█▉▊▋▌▍▎▏▕░", "#######||."),
            // Charts.
            ("▁▂▃▄▅▆▇▔▀", "__...::\"\""),
            // The pictures of the spinner.
            ("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏", "|/-\\|/-\\|/"),
            // Punctuation. A cut text ends with a tilde, which is one cell wide too.
            ("…–—·“”‘’×\u{A0}", "~--.\"\"''x "),
        ]
        var signs: [Character: UInt8] = [:]
        for (characters, replacements) in pairs {
            for (character, sign) in zip(characters, replacements.utf8) { signs[character] = sign }
        }
        return signs
    }()
}
