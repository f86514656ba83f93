/// The control sequences that set up and restore a terminal (DEC private modes of xterm).
package enum TerminalSequences {
    /// Enables the alternate screen, bracketed paste and, if wanted, mouse reports in SGR format.
    ///
    /// Disables line wrap and the cursor. Mode 1002 reports movements only while a button is held down.
    static func enter(withMouse isMouseUsed: Bool) -> String {
        "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h" + (isMouseUsed ? "\u{1B}[?1002h\u{1B}[?1006h" : "") + "\u{1B}[?25l"
    }

    /// Reverses `enter`, and ends a synchronized update.
    static let leave =
        "\u{1B}[?2026l\u{1B}[m\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Asks the terminal for its background colour (xterm, OSC 11).
    ///
    /// A terminal that does not know the question sends no answer.
    package static let backgroundQuestion = "\u{1B}]11;?\u{1B}\\"

    /// Puts text on the clipboard of the terminal's user (xterm, OSC 52).
    ///
    /// - Parameter base64: The text, as the Base64 form of its UTF-8.
    package static func copying(_ base64: String) -> String { "\u{1B}]52;c;\(base64)\u{07}" }
}
