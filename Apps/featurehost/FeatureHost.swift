package import ArgumentParser
import CommandLineFrontEnd
package import FeatureCatalog
package import FeatureKit
package import FeatureStorage
import HTTPFrontEnd

/// The program `featurehost`.
///
/// The program runs the catalogue's features on the command line and over HTTP.
@main
extension FeatureCatalog: CommandLineHost, HTTPHost {
    /// The name of the program.
    package static let name = "featurehost"
    /// The version of the program.
    package static let version = "0.1.0"
    /// The purpose of the program.
    package static let summary = "Runs features in a terminal, in a browser and behind an API."
    /// The command `serve`.
    package static let extraCommands = serveCommands

    /// Creates a registry of the features, which keep their records in the default database.
    package static func registry() throws -> FeatureRegistry { try registry(database: nil) }

    /// Verifies the database, which may be out of reach while the server starts.
    package static func prepareToServe(database: String?) async throws {
        try await connect(database: database, mayBeAway: true)
    }

    /// Counts the stored records of a feature; `nil` if it keeps none, or if they cannot be counted.
    package static func recordCount(of feature: any Feature, database: String?) async -> Int? {
        try? await (feature as? any RecordKeeping)?.recordCount(in: store(database: database))
    }

    /// Returns entries of the history of a feature's stored records; `nil` if it keeps none.
    package static func history(
        of feature: any Feature, for options: Options, matching selection: HistorySelection, limit: Int,
        database: String?
    ) async throws -> [HistoryEntry]? {
        guard let keeping = feature as? any RecordKeeping else { return nil }
        return try await keeping.history(for: options, in: store(database: database), matching: selection, limit: limit)
    }
}
