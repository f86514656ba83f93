import CommandLineFrontEnd
import FeatureKit
import HTTPFrontEnd

/// A host with unusual features, for the tests in a browser.
@main enum Trials: CommandLineHost, HTTPHost {
    static let name = "trials"
    static let version = "1.0.0"
    static let summary = "Shows unusual features."
    static let extraCommands = serveCommands

    static func registry() throws -> FeatureRegistry {
        try FeatureRegistry([
            ConverterFeature(), DeskFeature(), ErrandsFeature(), HerdFeature(), LedgerFeature(), NamesFeature(),
            ShiftsFeature(), TownsFeature(),
        ])
    }
}
