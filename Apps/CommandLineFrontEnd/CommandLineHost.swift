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
/// To make a program, declare a type that conforms to this protocol and mark it `@main`:
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
public protocol CommandLineHost: BrandedHost {
    /// The program's name on the command line.
    static var name: String { get }
    /// The version that `--version` prints.
    static var version: String { get }
    /// The program's purpose, as one sentence.
    static var summary: String { get }
    /// The additional commands of this host; none by default.
    ///
    /// If an additional command throws an error, the error decides the exit code, as it does for every other command.
    /// `FeatureError` and `InputRefused` have the code of their kind. `ValidationError` has 64, `ExitCode` has its own
    /// code, and any other error has 70.
    static var extraCommands: [any ParsableCommand.Type] { get }

    /// Creates the registry of features.
    ///
    /// Each command that needs the features calls this function once.
    static func registry() throws -> FeatureRegistry

    /// Creates the registry of features for a command that launches a feature.
    ///
    /// - Parameter database: The setting from `--database` or the environment, or `nil` for the host's default. The
    ///   default implementation ignores the setting.
    static func registry(database: String?) throws -> FeatureRegistry

    /// Opens the store of the features' records.
    ///
    /// Commands that use records without launching a feature call this function. The default implementation throws an
    /// error that says that this program keeps no records.
    ///
    /// - Parameter database: The setting from `--database` or the environment; `nil` for the host's default.
    static func store(database: String?) throws -> any RecordStore

    /// Closes the store after a command has ended.
    ///
    /// The default implementation does nothing.
    static func disconnect() async

    /// Returns the importer and exporter of records.
    ///
    /// The default implementation throws an error that says that this program keeps no records.
    static func recordExchange() throws -> any RecordExchange
}

extension CommandLineHost {
    /// Returns no additional commands.
    public static var extraCommands: [any ParsableCommand.Type] { [] }

    /// Creates the registry of features and ignores the database setting.
    public static func registry(database: String?) throws -> FeatureRegistry { try registry() }

    /// Does nothing.
    public static func disconnect() async {}

    /// Throws an error that says that this program keeps no records.
    public static func store(database: String?) throws -> any RecordStore { throw CommandLineError.hostKeepsNoRecords }

    /// Throws an error that says that this program keeps no records.
    public static func recordExchange() throws -> any RecordExchange { throw CommandLineError.hostKeepsNoRecords }

    /// Runs the program with the process's arguments and exits with its code.
    ///
    /// The function is synchronous. An asynchronous function would first start the threads of the Swift runtime, and a
    /// command that only reads manifests can finish in less time than that. Every other command runs as a task, while
    /// the main thread serves the main queue.
    public static func main() {
        let program = CommandLineProgram<Self>(console: .standard)
        let arguments: [String]
        do { arguments = try CommandLine.checkedArguments } catch { exit(program.report(error).code) }
        switch program.begin(arguments) {
        case .ended(let status): exit(status.code)
        case .paints(let finish):
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                // The first screen is painted on this thread, because starting another one takes longer.
                Task.immediate { exit(await finish().code) }
            } else {
                Task { exit(await finish().code) }
            }
        case .runs(let finish): Task { exit(await finish().code) }
        }
        dispatchMain()
    }
}
