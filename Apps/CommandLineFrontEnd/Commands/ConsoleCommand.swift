import ArgumentParser

/// A command with a choice of colours.
protocol WritingCommand: ParsableCommand {
    /// When its output and its messages have colours.
    var colors: ColorChoice { get }
}

/// A command that writes to a console which it is given, and ends at once.
protocol ConsoleCommand: WritingCommand {
    /// Does what it is for.
    func run(on console: Console) throws
}

/// A command that writes to a console which it is given, and may wait.
protocol AsyncConsoleCommand: WritingCommand, AsyncParsableCommand {
    /// Does what it is for.
    func run(on console: Console) async throws
}
