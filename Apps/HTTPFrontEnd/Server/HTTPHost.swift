public import ArgumentParser
public import FeatureKit

/// A program that serves its features over HTTP.
///
/// A program of the command line becomes one by its command `serve`:
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
public protocol HTTPHost: Sendable {
    /// The program's name, as people type it and pages show it.
    static var name: String { get }
    /// The program's version, as pages and the API's document show it.
    static var version: String { get }

    /// Makes the features; called once, when the server starts.
    ///
    /// - Parameter database: What `--database` says, or the environment; `nil` for the host's own choice.
    static func registry(database: String?) throws -> FeatureRegistry

    /// Sees to what the server cannot do without, before it listens. By default there is nothing.
    ///
    /// - Parameter database: What `--database` says, or the environment; `nil` for the host's own choice.
    /// - Throws: `FeatureError`, which becomes the command's exit code.
    static func prepareToServe(database: String?) async throws

    /// Asks whether the store can be used now, for `/readyz`; at most once a second. By default there is none to ask.
    ///
    /// - Parameter database: What `--database` says, or the environment; `nil` for the host's own choice.
    /// - Throws: Any error if it cannot.
    static func checkStore(database: String?) async throws
}

extension HTTPHost {
    /// The command `serve`, for the host's list of commands.
    public static var serveCommands: [any ParsableCommand.Type] { [ServeCommand<Self>.self] }

    /// Sees to nothing.
    public static func prepareToServe(database: String?) async throws {}

    /// Asks nothing.
    public static func checkStore(database: String?) async throws {}
}
