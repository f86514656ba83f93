package import FeatureKit

/// The features of this host: the only file that names every one of them.
package enum FeatureCatalog {
    /// Registers the features.
    package static func registry() throws -> FeatureRegistry {
        try FeatureRegistry([])
    }
}
