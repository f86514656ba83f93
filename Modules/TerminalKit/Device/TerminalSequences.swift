/// What a terminal is told when a program takes it and when it gives it back (DEC private modes, as xterm has them).
enum TerminalSequences {
    /// The other screen, no line wrap, pasted text marked, wheel and button told in SGR form, no cursor.
    static let enter = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?25l"
    /// All of it taken back, an update that was under way too.
    static let leave =
        "\u{1B}[?2026l\u{1B}[m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
}
