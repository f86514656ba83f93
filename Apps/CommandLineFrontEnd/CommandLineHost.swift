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
/// Conform a type to it and mark it `@main`:
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
/// The host is a type, not a value, because the parser creates its commands from types.
///
/// ## Topics
/// - ``registry()``
/// - ``extraCommands``
/// - ``main()``
public protocol CommandLineHost: Sendable {
    /// The program's name on the command line.
    static var name: String { get }
    /// The version that `--version` prints.
    static var version: String { get }
    /// The program's purpose in one sentence.
    static var summary: String { get }
    /// The host's own commands; none by default.
    ///
    /// Their errors get exit codes like those of every command: `FeatureError` and `InputRefused` by their kind,
    /// `ValidationError` 64, `ExitCode` its own code, any other error 70.
    static var extraCommands: [any ParsableCommand.Type] { get }

    /// Makes the features. Each command that needs them calls it once.
    static func registry() throws -> FeatureRegistry

    /// Makes the features for a command that launches one.
    ///
    /// - Parameter database: The setting from `--database` or the environment; `nil` for the host's default. The
    ///   default implementation ignores it.
    static func registry(database: String?) throws -> FeatureRegistry

    /// Verifies that a database can be reached, before a feature that keeps records is launched. By default does
    /// nothing.
    ///
    /// - Parameter database: The setting from `--database` or the environment.
    /// - Throws: `FeatureError` with the code `serviceUnavailable`.
    static func connect(database: String?) async throws

    /// Opens the store of the features' records, for commands that use records without launching a feature.
    ///
    /// The default implementation refuses such commands, because the host keeps no records.
    ///
    /// - Parameter database: The setting from `--database` or the environment; `nil` for the host's default.
    static func store(database: String?) throws -> any RecordStore

    /// Closes the store after a command has ended. By default does nothing.
    static func disconnect() async

    /// Makes the import and export of records. The default implementation refuses.
    static func recordExchange() throws -> any RecordExchange
}

extension CommandLineHost {
    /// The host's own commands: none.
    public static var extraCommands: [any ParsableCommand.Type] { [] }

    /// Does nothing.
    public static func connect(database: String?) async throws {}

    /// Makes the features, and ignores the database.
    public static func registry(database: String?) throws -> FeatureRegistry { try registry() }

    /// Does nothing.
    public static func disconnect() async {}

    /// Refuses: the host keeps no records.
    public static func store(database: String?) throws -> any RecordStore { throw CommandLineError.hostKeepsNoRecords }

    /// Refuses: the host keeps no records.
    public static func recordExchange() throws -> any RecordExchange { throw CommandLineError.hostKeepsNoRecords }

    /// Runs the program with the process's arguments and exits with its code.
    ///
    /// Synchronous, because a command that only reads manifests then ends before the runtime's threads would have
    /// started. Other commands run as a task while the main thread serves the main queue.
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
