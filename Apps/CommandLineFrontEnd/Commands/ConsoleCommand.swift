import ArgumentParser

/// A command with the option `--color`.
protocol WritingCommand: ParsableCommand {
    /// When output and messages have colours.
    var colors: ColorChoice { get }
}

/// A synchronous command that writes to a console.
protocol ConsoleCommand: WritingCommand {
    /// Does what it is for.
    func run(on console: Console) throws
}

/// An asynchronous command that writes to a console.
protocol AsyncConsoleCommand: WritingCommand, AsyncParsableCommand {
    /// Does what it is for.
    func run(on console: Console) async throws
}
