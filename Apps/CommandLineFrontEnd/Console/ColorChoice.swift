import ArgumentParser

/// When to use colours.
enum ColorChoice: String, CaseIterable {
    /// On a terminal, unless an environment variable decides otherwise.
    case auto
    /// Always.
    case always
    /// Never.
    case never

    /// Creates a choice from a checked name.
    init(checked name: String) {
        self = ColorChoice(rawValue: name) ?? .auto
    }

    /// Checks a name and returns it.
    static func checkedName(_ text: String) throws -> String {
        guard ColorChoice(rawValue: text) != nil else { throw ValidationError("expected auto, always or never") }
        return text
    }
}

extension Console {
    /// Whether to use colours on a stream.
    ///
    /// The order of precedence: the option, `NO_COLOR` (no-color.org), `CLICOLOR_FORCE` (bixense.com/clicolors),
    /// `TERM=dumb`, and whether the stream is a terminal.
    func isColored(_ stream: Stream, _ choice: ColorChoice) -> Bool {
        switch choice {
        case .always: return true
        case .never: return false
        case .auto:
            if let value = environment("NO_COLOR"), !value.isEmpty { return false }
            if let value = environment("CLICOLOR_FORCE"), !value.isEmpty, value != "0" { return true }
            return isTerminal(stream) && environment("TERM") != "dumb"
        }
    }
}
