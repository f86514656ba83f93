import ClinicFeature
import CommandLineFrontEnd
import FeatureKit
import FeatureStorage
import HTTPFrontEnd
import RecordFiles
import TourFeature

/// A host that keeps its records in an SQLite file.
@main enum Clinic: CommandLineHost, HTTPHost {
    static let name = "clinic"
    static let version = "1.0.0"
    static let summary = "Keeps the patients and the visits of a clinic."
    static let extraCommands = serveCommands

    static func registry() throws -> FeatureRegistry { try registry(database: nil) }

    static func registry(database: String?) throws -> FeatureRegistry {
        let resources = RecordResources(store: { try store(database: database) }, files: RecordFiles())
        return try FeatureRegistry([ClinicFeature(resources: resources), TourFeature()])
    }

    static func store(database: String?) throws -> any RecordStore { try ClinicStore.open(database) }
    static func recordExchange() -> any RecordExchange { RecordFiles() }
    static func disconnect() async { await ClinicStore.close() }
    static func connect(database: String?) async throws { try await ClinicStore.verify(database) }
}
