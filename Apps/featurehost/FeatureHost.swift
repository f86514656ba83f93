import ArgumentParser
import CommandLineFrontEnd
import FeatureCatalog
import FeatureKit
import HTTPFrontEnd

/// The program: the catalogue's features, on the command line and over HTTP.
@main
enum FeatureHost: CommandLineHost {
    static let name = "featurehost"
    static let version = "0.1.0"
    static let summary = "Runs features in a terminal, in a browser and behind an API."
    static let extraCommands: [any ParsableCommand.Type] = [Serve.self]

    static func registry() throws -> FeatureRegistry {
        try FeatureCatalog.registry()
    }
}

/// Serves the catalogue's features over HTTP.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the features to browsers and API clients.",
        discussion: "EXAMPLE: featurehost serve --port 8080")

    @OptionGroup var options: HTTPServerOptions

    func run() async throws {
        let server = try HTTPServer(
            registry: FeatureHost.registry(), configuration: options.configuration(name: FeatureHost.name),
            name: FeatureHost.name, version: FeatureHost.version)
        try await server.run()
    }
}
