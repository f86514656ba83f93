package import TerminalKit

extension Console {
    /// The keyboard and the terminal from which a console reads.
    package struct Input: Sendable {
        /// Whether standard input is a terminal, so that a person can answer questions.
        package var isTerminal: @Sendable () -> Bool
        /// Returns a stream of the lines that the user types.
        ///
        /// The stream ends when the input ends.
        package var lines: @Sendable () -> AsyncStream<String>
        /// Takes control of the terminal for a full-screen view.
        ///
        /// The argument states whether the terminal reports the mouse.
        package var takeTerminal: @Sendable (Bool) throws -> Terminal

        /// Reads the next bytes of standard input, and returns none at its end.
        ///
        /// It blocks until bytes have come.
        package var readPiece: @Sendable () throws -> [UInt8] = { [] }

        /// Turns the terminal's echo of typed characters on or off.
        package var echo: @Sendable (Bool) -> Void

        /// Creates an input from closures.
        package init(
            isTerminal: @escaping @Sendable () -> Bool, lines: @escaping @Sendable () -> AsyncStream<String>,
            takeTerminal: @escaping @Sendable (Bool) throws -> Terminal,
            echo: @escaping @Sendable (Bool) -> Void = { _ in }
        ) {
            (self.isTerminal, self.lines, self.takeTerminal, self.echo) = (isTerminal, lines, takeTerminal, echo)
        }

        /// An input that is always empty.
        package static let none = Input(
            isTerminal: { false }, lines: { AsyncStream { $0.finish() } },
            takeTerminal: { _ in throw TerminalError.failed("there is no terminal") })
    }

    /// The way in which a launched feature is shown.
    enum Presence {
        /// Full-screen, on a terminal.
        case interactive
        /// Line by line, with questions and answers.
        case plain
        /// Printed once, without questions.
        case printed
    }

    /// Returns the way in which this console shows a launched feature.
    ///
    /// - Parameter plain: Whether `--plain` was given, so that answers can also come from a pipe or a file. On a
    ///   terminal, the environment variables have the same effect if `ACCESSIBLE` is not 0, if `TERM` is `dumb` or if
    ///   `TERM` is not set.
    func presence(plain: Bool) -> Presence {
        if plain, !input.isTerminal() { return .plain }
        guard isTerminal(.output), input.isTerminal() else { return .printed }
        let isAccessible = environment("ACCESSIBLE").map { !$0.isEmpty && $0 != "0" } ?? false
        let terminal = environment("TERM") ?? ""
        return plain || isAccessible || terminal.isEmpty || terminal == "dumb" ? .plain : .interactive
    }

    /// The characters that the terminal shows according to the locale of its user.
    ///
    /// The first variable with a value decides (POSIX.1-2024, 8.2). As in other full-screen programs, a locale that names
    /// no character set counts as UTF-8, except the locale `C`, which is also called `POSIX`.
    package var repertoire: Repertoire {
        let values = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment($0) }
        guard let locale = values.first(where: { !$0.isEmpty }) else { return .unicode }
        let name = locale.prefix { $0 != "@" }
        guard let dot = name.firstIndex(of: ".") else { return name == "C" || name == "POSIX" ? .ascii : .unicode }
        let set = name[name.index(after: dot)...].lowercased()
        return set == "utf-8" || set == "utf8" ? .unicode : .ascii
    }

    /// Whether the type of the terminal, from the variable `TERM`, has no colours.
    ///
    /// These are `dumb`, the terminals of DEC such as `vt100` and `vt220`, and the types that end with `-m` or `-mono`.
    var isColorless: Bool {
        let terminal = environment("TERM") ?? ""
        let isDEC =
            terminal.hasPrefix("vt") && terminal.utf8.dropFirst(2).first.map { (0x30...0x39).contains($0) } == true
        return terminal == "dumb" || isDEC || terminal.hasSuffix("-m") || terminal.hasSuffix("-mono")
    }

    /// Whether to ask the terminal for its background colour.
    ///
    /// The console of Linux would show the question as text.
    var knowsBackground: Bool { !(environment("TERM") ?? "").hasPrefix("linux") }

    /// Whether the terminal's background is light according to the environment variable `COLORFGBG`; `nil` if it does not
    /// say so.
    ///
    /// The variable ends with the number of the background among the 16 colours.
    package var isBackgroundLight: Bool? {
        guard let colors = environment("COLORFGBG"), let last = colors.split(separator: ";").last,
            let number = Int(last), (0..<16).contains(number)
        else { return nil }
        return number == 7 || number > 8
    }

    /// The number of colours that the terminal supports according to its environment variables.
    package var colorDepth: Color.Depth { colorDepth(.auto) }

    /// The number of colours to use according to the option and the environment variables.
    func colorDepth(_ choice: ColorChoice) -> Color.Depth {
        guard isColored(.output, choice) else { return .none }
        let (terminal, colors) = (environment("TERM") ?? "", environment("COLORTERM") ?? "")
        let isKnown = ["kitty", "alacritty", "foot", "ghostty", "wezterm", "direct"].contains { terminal.hasPart($0) }
        if isKnown || ["truecolor", "24bit"].contains(colors) { return .full }
        return terminal.hasPart("256") ? .indexed : .sixteen
    }
}

extension String {
    /// Returns whether the text contains another text.
    ///
    /// The standard library's `contains` would first look for conformances, which delays the first paint.
    fileprivate func hasPart(_ part: String) -> Bool {
        utf8.indices.contains { utf8[$0...].starts(with: part.utf8) }
    }
}
