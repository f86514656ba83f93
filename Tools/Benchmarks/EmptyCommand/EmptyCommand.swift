import ArgumentParser

/// A command that does nothing.
///
/// A benchmark uses it to measure the cost of starting a process and parsing its arguments.
@main
struct EmptyCommand: ParsableCommand {
    func run() {}
}
