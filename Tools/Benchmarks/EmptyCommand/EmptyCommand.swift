import ArgumentParser

/// A command that does nothing.
///
/// It measures the cost of starting a process and parsing its arguments.
@main
struct EmptyCommand: ParsableCommand {
    func run() {}
}
