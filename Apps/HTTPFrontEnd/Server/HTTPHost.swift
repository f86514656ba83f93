public import ArgumentParser
public import FeatureKit
public import FeatureStorage

/// A program that serves its features over HTTP.
///
/// A command-line program becomes an HTTP host when it adds the command `serve`:
///
/// ```swift
/// @main enum Shop: CommandLineHost, HTTPHost {
///     static let name = "shop"
///     static let version = "1.0.0"
///     static let summary = "Sells things."
///     static let extraCommands = serveCommands
///
///     static func registry() throws -> FeatureRegistry {
///         try FeatureRegistry([CartFeature(), CheckoutFeature()])
///     }
/// }
/// ```
///
/// ## Topics
/// - ``serveCommands``
/// - ``prepareToServe(database:)``
/// - ``checkStore(database:)``
/// - ``recordCount(of:database:)``
/// - ``history(of:for:matching:limit:database:)``
public protocol HTTPHost: BrandedHost {
    /// The program's name, as people enter it; pages show it if `brand` has no name.
    static var name: String { get }
    /// The program's version, as pages and the OpenAPI document show it.
    static var version: String { get }

    /// Creates the features; called once, when the server starts.
    ///
    /// - Parameter database: The value of `--database` or of its environment variable; `nil` for the host's default.
    static func registry(database: String?) throws -> FeatureRegistry

    /// Checks the requirements of the server before it listens.
    ///
    /// By default, the server must be able to `connect(database:)`.
    ///
    /// - Parameter database: The value of `--database` or of its environment variable; `nil` for the host's default.
    /// - Throws: `FeatureError`, which determines the command's exit code.
    static func prepareToServe(database: String?) async throws

    /// Checks whether the store is usable, for `/readyz`; called at most once a second.
    ///
    /// By default, the server is ready if it can `connect(database:)`.
    ///
    /// - Parameter database: The value of `--database` or of its environment variable; `nil` for the host's default.
    /// - Throws: Any error if the store is unusable.
    static func checkStore(database: String?) async throws

    /// Counts the stored records of a feature, for the catalogue; called at most once in five seconds for a feature.
    ///
    /// A page waits for the number for a quarter of a second at most, and is shown without a later one. By default, the
    /// function returns `nil`.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - database: The value of `--database` or of its environment variable; `nil` for the host's default.
    /// - Returns: The number of records; `nil` if the feature keeps none, or if they cannot be counted.
    static func recordCount(of feature: any Feature, database: String?) async -> Int?

    /// Returns entries of the history of a feature's stored records, from the newest to the oldest.
    ///
    /// By default, the function returns `nil`.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - options: The validated options that choose the records, with defaults filled in.
    ///   - selection: Selects the entries.
    ///   - limit: The maximum number of entries.
    ///   - database: The value of `--database` or of its environment variable; `nil` for the host's default.
    /// - Returns: The entries; `nil` if the feature keeps no records.
    /// - Throws: `StorageError` if the store cannot be read.
    static func history(
        of feature: any Feature, for options: Options, matching selection: HistorySelection, limit: Int,
        database: String?
    ) async throws -> [HistoryEntry]?
}

extension HTTPHost {
    /// The command `serve`, for the host's list of commands.
    public static var serveCommands: [any ParsableCommand.Type] { [ServeCommand<Self>.self] }

    /// Verifies that the database can be used.
    public static func prepareToServe(database: String?) async throws { try await connect(database: database) }

    /// Verifies that the database can be used.
    public static func checkStore(database: String?) async throws { try await connect(database: database) }

    /// Returns `nil`.
    public static func history(
        of feature: any Feature, for options: Options, matching selection: HistorySelection, limit: Int,
        database: String?
    ) async throws -> [HistoryEntry]? { nil }

    /// Returns `nil`.
    public static func recordCount(of feature: any Feature, database: String?) async -> Int? { nil }
}
