/// The control sequences that set up and restore a terminal (DEC private modes of xterm).
enum TerminalSequences {
    /// Enables the alternate screen, bracketed paste and mouse reports in SGR format.
    ///
    /// Disables line wrap and the cursor.
    static let enter = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?25l"
    /// Reverses `enter`, and ends a synchronized update.
    static let leave =
        "\u{1B}[?2026l\u{1B}[m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
}
