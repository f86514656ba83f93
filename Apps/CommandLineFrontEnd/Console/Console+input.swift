package import TerminalKit

extension Console {
    /// What a person types.
    package struct Input: Sendable {
        /// Whether it is a terminal, so that somebody may be there to ask.
        package var isTerminal: @Sendable () -> Bool
        /// The lines that are typed, as they come; ends with the input.
        package var lines: @Sendable () -> AsyncStream<String>
        /// Takes the terminal for a program that fills it.
        package var takeTerminal: @Sendable () throws -> Terminal

        /// Creates an input.
        package init(
            isTerminal: @escaping @Sendable () -> Bool, lines: @escaping @Sendable () -> AsyncStream<String>,
            takeTerminal: @escaping @Sendable () throws -> Terminal
        ) {
            (self.isTerminal, self.lines, self.takeTerminal) = (isTerminal, lines, takeTerminal)
        }

        /// Nobody is there.
        package static let none = Input(
            isTerminal: { false }, lines: { AsyncStream { $0.finish() } },
            takeTerminal: { throw TerminalError.failed("there is no terminal") })
    }

    /// How somebody who launches a feature is shown it.
    enum Presence {
        /// On the whole terminal.
        case interactive
        /// Line by line, with questions.
        case plain
        /// Printed: nobody is there to ask.
        case printed
    }

    /// How somebody is shown a feature here, if nothing is asked for.
    ///
    /// - Parameter plain: Whether lines were asked for; so they are where the environment's `ACCESSIBLE` is neither empty
    ///   nor 0, and on a terminal that can do no more (`TERM` is `dumb`, or not set).
    func presence(plain: Bool) -> Presence {
        guard isTerminal(.output), input.isTerminal() else { return .printed }
        let isAccessible = environment("ACCESSIBLE").map { !$0.isEmpty && $0 != "0" } ?? false
        let terminal = environment("TERM") ?? ""
        return plain || isAccessible || terminal.isEmpty || terminal == "dumb" ? .plain : .interactive
    }

    /// The colours of the terminal, as its environment tells them.
    package var colorDepth: Color.Depth { colorDepth(.auto) }

    /// The same, if colours are chosen.
    func colorDepth(_ choice: ColorChoice) -> Color.Depth {
        guard isColored(.output, choice) else { return .none }
        let (terminal, colors) = (environment("TERM") ?? "", environment("COLORTERM") ?? "")
        let isKnown = ["kitty", "alacritty", "foot", "ghostty", "wezterm", "direct"].contains { terminal.contains($0) }
        if isKnown || ["truecolor", "24bit"].contains(colors) { return .full }
        return terminal.contains("256") ? .indexed : .sixteen
    }
}
