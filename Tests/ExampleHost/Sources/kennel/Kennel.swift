import CommandLineFrontEnd
import DoggyFeature
import FeatureKit
import FeatureStorage
import GameFeature
import HTTPFrontEnd
import RecordFiles
import TicketFeature

@main enum Kennel: CommandLineHost, HTTPHost {
    static let name = "kennel"
    static let version = "1.0.0"
    static let summary = "Runs a kennel."
    static let extraCommands = serveCommands

    static func registry() throws -> FeatureRegistry {
        let records = RecordResources(files: RecordFiles())
        return try FeatureRegistry([DoggyFeature(resources: records), GameFeature(), TicketFeature()])
    }
}
