package import TerminalKit

extension Console {
    /// The keyboard input.
    package struct Input: Sendable {
        /// Whether standard input is a terminal, so that a person may be there to answer questions.
        package var isTerminal: @Sendable () -> Bool
        /// The typed lines; ends with the input.
        package var lines: @Sendable () -> AsyncStream<String>
        /// Takes the terminal for a full-screen view.
        package var takeTerminal: @Sendable () throws -> Terminal

        /// Makes a terminal show typed characters, or not.
        package var echo: @Sendable (Bool) -> Void

        /// Creates an input.
        package init(
            isTerminal: @escaping @Sendable () -> Bool, lines: @escaping @Sendable () -> AsyncStream<String>,
            takeTerminal: @escaping @Sendable () throws -> Terminal, echo: @escaping @Sendable (Bool) -> Void = { _ in }
        ) {
            (self.isTerminal, self.lines, self.takeTerminal, self.echo) = (isTerminal, lines, takeTerminal, echo)
        }

        /// No input.
        package static let none = Input(
            isTerminal: { false }, lines: { AsyncStream { $0.finish() } },
            takeTerminal: { throw TerminalError.failed("there is no terminal") })
    }

    /// How a launched feature is shown.
    enum Presence {
        /// On the full screen.
        case interactive
        /// Line by line, with questions.
        case plain
        /// Printed once, with no questions.
        case printed
    }

    /// How a launched feature is shown on this console.
    ///
    /// - Parameter plain: Whether `--plain` was given. `ACCESSIBLE` other than 0, `TERM=dumb` and an unset `TERM` have
    ///   the same effect.
    func presence(plain: Bool) -> Presence {
        guard isTerminal(.output), input.isTerminal() else { return .printed }
        let isAccessible = environment("ACCESSIBLE").map { !$0.isEmpty && $0 != "0" } ?? false
        let terminal = environment("TERM") ?? ""
        return plain || isAccessible || terminal.isEmpty || terminal == "dumb" ? .plain : .interactive
    }

    /// The terminal's colours, by the environment.
    package var colorDepth: Color.Depth { colorDepth(.auto) }

    /// The terminal's colours, by a choice and the environment.
    func colorDepth(_ choice: ColorChoice) -> Color.Depth {
        guard isColored(.output, choice) else { return .none }
        let (terminal, colors) = (environment("TERM") ?? "", environment("COLORTERM") ?? "")
        let isKnown = ["kitty", "alacritty", "foot", "ghostty", "wezterm", "direct"].contains { terminal.contains($0) }
        if isKnown || ["truecolor", "24bit"].contains(colors) { return .full }
        return terminal.contains("256") ? .indexed : .sixteen
    }
}
