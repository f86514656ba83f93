import TerminalKit

extension Console {
    /// Returns the console that shows long output in a pager.
    ///
    /// - Parameter isWanted: Whether the command allows a pager.
    func paging(_ isWanted: Bool) -> Console {
        var console = self
        console.usesPager = isWanted
        return console
    }

    /// Writes bytes to standard output, or shows them in a pager if they do not fit the terminal.
    func writeOutput(_ bytes: [UInt8]) throws {
        if usesPager, isTerminal(.output), let command = pagerCommand, isLong(bytes), showInPager(bytes, command) {
            return
        }
        try write(bytes, .output)
    }

    /// The command of the pager; `nil` for no pager.
    ///
    /// As in git, `PAGER` names the command, `cat` or an empty text means no pager, and the default is `less`.
    private var pagerCommand: String? {
        guard let terminal = environment("TERM"), !terminal.isEmpty, terminal != "dumb" else { return nil }
        let command = environment("PAGER") ?? "less"
        return command.allSatisfy(\.isWhitespace) || command == "cat" ? nil : command
    }

    /// Whether text takes more lines than the terminal has, including the line of the next shell prompt.
    private func isLong(_ bytes: [UInt8]) -> Bool {
        guard let height = terminalHeight() else { return false }
        let width = max(1, terminalWidth() ?? 80)
        var count = 0
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            let text = String(decoding: line, as: UTF8.self).replacing(/\u{1B}\[[0-9;]*m/, with: "")
            count += max(1, (text.displayWidth + width - 1) / width)
            if count >= height { return true }
        }
        return false
    }
}
