import ArgumentParser

/// A command with the option `--color`.
protocol WritingCommand: ParsableCommand {
    /// The rule for when to colour the output and the messages.
    var colors: ColorChoice { get }
}

/// A synchronous command that writes to a console.
protocol ConsoleCommand: WritingCommand {
    /// Runs the command and writes its output to a console.
    func run(on console: Console) throws
}

/// An asynchronous command that writes to a console.
protocol AsyncConsoleCommand: WritingCommand, AsyncParsableCommand {
    /// Runs the command and writes its output to a console.
    func run(on console: Console) async throws
}
