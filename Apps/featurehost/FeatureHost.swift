import CommandLineFrontEnd
import FeatureCatalog
import FeatureKit
import FeatureStorage
import HTTPFrontEnd

/// The program `featurehost`.
///
/// The program runs the catalogue's features on the command line and over HTTP.
@main
enum FeatureHost: CommandLineHost, HTTPHost {
    static let name = "featurehost"
    static let version = "0.1.0"
    static let summary = "Runs features in a terminal, in a browser and behind an API."
    static let extraCommands = serveCommands

    static func registry() throws -> FeatureRegistry { try registry(database: nil) }
    static func registry(database: String?) throws -> FeatureRegistry { try FeatureCatalog.registry(database) }
    static func connect(database: String?) async throws { try await FeatureCatalog.connect(database) }
    static func disconnect() async { await FeatureCatalog.disconnect() }
    static func store(database: String?) throws -> any RecordStore { try FeatureCatalog.store(database) }
    static func recordExchange() -> any RecordExchange { FeatureCatalog.recordExchange }

    static func prepareToServe(database: String?) async throws {
        try await FeatureCatalog.connect(database, mayBeAway: true)
    }

    static func checkStore(database: String?) async throws { try await FeatureCatalog.connect(database) }

    static func recordCount(of feature: any Feature, database: String?) async -> Int? {
        try? await (feature as? any RecordKeeping)?.recordCount(in: FeatureCatalog.store(database))
    }
}
