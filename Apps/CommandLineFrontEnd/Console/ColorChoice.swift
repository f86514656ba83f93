import ArgumentParser

/// When output has colours.
enum ColorChoice: String, CaseIterable {
    /// On a terminal, unless the environment says otherwise.
    case auto
    /// Wherever it goes.
    case always
    /// Nowhere.
    case never

    /// The choice of a name that has been checked.
    init(checked name: String) {
        self = ColorChoice(rawValue: name) ?? .auto
    }

    /// Checks a name that was typed.
    static func checkedName(_ text: String) throws -> String {
        guard ColorChoice(rawValue: text) != nil else { throw ValidationError("expected auto, always or never") }
        return text
    }
}

extension Console {
    /// Whether what is written to a stream has colours.
    ///
    /// The option wins over the environment; there `NO_COLOR` (no-color.org) wins over `CLICOLOR_FORCE`
    /// (bixense.com/clicolors), and that over `TERM=dumb` and over whether the stream is a terminal.
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
