public import ArgumentParser
import Dispatch
public import FeatureKit
public import FeatureStorage

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

    /// Makes the features for a command that launches one.
    ///
    /// - Parameter database: What `--database` says, or the environment; `nil` for the host's own choice. By default it
    ///   is not heeded.
    static func registry(database: String?) throws -> FeatureRegistry

    /// Sees that a database can be reached, for a command that launches a feature which keeps records there.
    ///
    /// - Parameter database: What `--database` says, or the environment. By default nothing is asked.
    /// - Throws: `FeatureError` with the code `serviceUnavailable` if it cannot.
    static func connect(database: String?) async throws

    /// Opens what keeps the features' records, for commands that work on records without launching a feature.
    ///
    /// - Parameter database: What `--database` says, or the environment; `nil` for the host's own choice. By default the
    ///   host keeps no records, and such commands are refused.
    static func store(database: String?) throws -> any RecordStore

    /// Closes what keeps the features' records, when a command has ended; by default there is nothing to close.
    static func disconnect() async

    /// Makes what carries records between files and the store; by default there is nothing to carry.
    static func recordExchange() throws -> any RecordExchange
}

extension CommandLineHost {
    /// Commands besides those that every host has: none.
    public static var extraCommands: [any ParsableCommand.Type] { [] }

    /// Asks nothing.
    public static func connect(database: String?) async throws {}

    /// Makes the features, which keep no records.
    public static func registry(database: String?) throws -> FeatureRegistry { try registry() }

    /// Closes nothing.
    public static func disconnect() async {}

    /// Refuses: the host keeps no records.
    public static func store(database: String?) throws -> any RecordStore { throw CommandLineError.hostKeepsNoRecords }

    /// Refuses: the host keeps no records.
    public static func recordExchange() throws -> any RecordExchange { throw CommandLineError.hostKeepsNoRecords }

    /// Runs the program with the process's arguments and exits with its code.
    ///
    /// Not asynchronous: a command that only reads manifests has ended before the threads of Swift's runtime would have
    /// started. Others run as a task, while the main thread serves the main queue.
    public static func main() {
        let program = CommandLineProgram<Self>(console: .standard)
        let arguments: [String]
        do { arguments = try CommandLine.checkedArguments } catch { exit(program.report(error).code) }
        if let status = program.runBareList(arguments) { exit(status.code) }
        if let run = program.bareLaunch(arguments) {
            Task { exit(await run().code) }
            dispatchMain()
        }
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
