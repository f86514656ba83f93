import ArgumentParser

/// A command that does nothing, to measure the cost of starting and parsing.
@main
struct EmptyCommand: ParsableCommand {
    func run() {}
}
