import ArgumentParser

/// A command that does nothing: what starting and parsing alone cost.
@main
struct EmptyCommand: ParsableCommand {
    func run() {}
}
