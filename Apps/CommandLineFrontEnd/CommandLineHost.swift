public import ArgumentParser
import Dispatch
public import FeatureKit

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A program that shows features on the command line.
///
/// Conform a type to it and mark it `@main`; that is the whole program:
///
/// ```swift
/// @main enum ShopHost: CommandLineHost {
///     static let name = "shop"
///     static let version = "1.0.0"
///     static let summary = "Sells things."
///
///     static func registry() throws -> FeatureRegistry {
///         try FeatureRegistry([CartFeature(), CheckoutFeature()])
///     }
/// }
/// ```
///
/// It is a type rather than a value because a parser's commands are types, and nothing here is global.
///
/// ## Topics
/// - ``registry()``
/// - ``extraCommands``
/// - ``main()``
public protocol CommandLineHost: Sendable {
    /// The program's name, as people type it.
    static var name: String { get }
    /// The program's version, as `--version` prints it.
    static var version: String { get }
    /// One sentence: what the program is for.
    static var summary: String { get }
    /// Commands besides those that every host has; none by default.
    ///
    /// What they throw becomes an exit code as for every other command: `FeatureError` and `InputRefused` by their kind,
    /// `ValidationError` 64, `ExitCode` itself, anything else 70.
    static var extraCommands: [any ParsableCommand.Type] { get }

    /// Makes the features; called by each command that needs them, once.
    static func registry() throws -> FeatureRegistry
}

extension CommandLineHost {
    /// Commands besides those that every host has: none.
    public static var extraCommands: [any ParsableCommand.Type] { [] }

    /// Runs the program with the process's arguments and exits with its code.
    ///
    /// Not asynchronous: a command that only reads manifests has ended before the threads of Swift's runtime would have
    /// started. Others run as a task, while the main thread serves the main queue.
    public static func main() {
        let program = CommandLineProgram<Self>(console: .standard)
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let status = program.runBareList(arguments) { exit(status.code) }
        do {
            let command = try program.parse(arguments)
            guard program.ownCommand(command) == nil, let command = command as? any AsyncParsableCommand else {
                exit(program.run(command).code)
            }
            Task { exit(await program.run(command).code) }
            dispatchMain()
        } catch { exit(program.report(error).code) }
    }
}
