import ArgumentParser
import CommandLineFrontEnd
import FeatureCatalog
import FeatureKit

/// The program: the catalogue's features on the command line.
@main
enum FeatureHost: CommandLineHost {
    static let name = "featurehost"
    static let version = "0.1.0"
    static let summary = "Runs features in a terminal, in a browser and behind an API."

    static func registry() throws -> FeatureRegistry {
        try FeatureCatalog.registry()
    }
}
