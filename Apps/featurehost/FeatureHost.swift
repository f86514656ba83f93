import ArgumentParser
import CommandLineFrontEnd
import FeatureCatalog
import FeatureKit
import FeatureStorage
import HTTPFrontEnd

/// The program: the catalogue's features, on the command line and over HTTP.
@main
enum FeatureHost: CommandLineHost {
    static let name = "featurehost"
    static let version = "0.1.0"
    static let summary = "Runs features in a terminal, in a browser and behind an API."
    static let extraCommands: [any ParsableCommand.Type] = [Serve.self]

    static func registry() throws -> FeatureRegistry { try registry(database: nil) }
    static func registry(database: String?) throws -> FeatureRegistry { try FeatureCatalog.registry(database) }
    static func connect(database: String?) async throws { try await FeatureCatalog.connect(database) }
    static func store(database: String?) throws -> any RecordStore { try FeatureCatalog.store(database) }
    static func recordExchange() -> any RecordExchange { FeatureCatalog.recordExchange }
}

/// Serves the catalogue's features over HTTP.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the features to browsers and API clients.",
        discussion: "EXAMPLE: featurehost serve --port 8080")

    @OptionGroup var options: HTTPServerOptions
    @OptionGroup var database: DatabaseOption<FeatureHost>

    func run() async throws {
        try await FeatureCatalog.connect(database.setting, mayBeAway: true)
        let server = try HTTPServer(
            registry: FeatureHost.registry(database: database.setting),
            configuration: options.configuration(name: FeatureHost.name),
            name: FeatureHost.name, version: FeatureHost.version)
        try await server.run()
    }
}
