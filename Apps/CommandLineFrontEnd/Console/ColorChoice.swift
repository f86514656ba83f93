import ArgumentParser

/// A rule for when to use colours.
enum ColorChoice: String, CaseIterable {
    /// Use colours on a terminal. Environment variables override this rule.
    case auto
    /// Always use colours.
    case always
    /// Never use colours.
    case never

    /// Creates a choice from a name that ``checkedName(_:)`` has accepted.
    init(checked name: String) {
        self = ColorChoice(rawValue: name) ?? .auto
    }

    /// Returns the text if it is the name of a choice, or throws an error if not.
    static func checkedName(_ text: String) throws -> String {
        guard ColorChoice(rawValue: text) != nil else { throw ValidationError("expected auto, always or never") }
        return text
    }
}

extension Console {
    /// Whether to use colours on an output stream.
    ///
    /// The first rule that applies decides. The rules are, in order: the option, `NO_COLOR` (no-color.org),
    /// `CLICOLOR_FORCE` (bixense.com/clicolors) and the type of the terminal. If no rule applies, colours are used only
    /// on a terminal.
    func isColored(_ stream: Stream, _ choice: ColorChoice) -> Bool {
        switch choice {
        case .always: return true
        case .never: return false
        case .auto:
            if let value = environment("NO_COLOR"), !value.isEmpty { return false }
            if let value = environment("CLICOLOR_FORCE"), !value.isEmpty, value != "0" { return true }
            return isTerminal(stream) && !isColorless
        }
    }
}
