import CommandLineFrontEnd
import CounterFeature
import CrudFeature
import FeatureKit
import FlightBookerFeature
import HTTPFrontEnd
import TemperatureFeature

/// A host with tasks of 7GUIs, a benchmark of toolkits for user interfaces.
@main enum Gallery: CommandLineHost, HTTPHost {
    static let name = "gallery"
    static let version = "1.0.0"
    static let summary = "Shows tasks of 7GUIs, a benchmark of toolkits for user interfaces."
    static let extraCommands = serveCommands

    static func registry() throws -> FeatureRegistry {
        try FeatureRegistry([CounterFeature(), TemperatureFeature(), FlightBookerFeature(), CrudFeature()])
    }
}
