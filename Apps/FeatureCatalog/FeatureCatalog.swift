import DoggyFeature
package import FeatureKit
package import FeatureStorage
import GameFeature
import HouseFeature
import RecordFiles
import UserFeature

/// The features of this host: the only file that names every one of them.
package enum FeatureCatalog {
    /// Registers the features.
    ///
    /// - Parameters:
    ///   - files: What opens a person's own files.
    ///   - clock: What services measure time by.
    package static func registry(
        files: any RecordFileOpener = RecordFiles(), clock: any Clock<Duration> = ContinuousClock()
    ) throws -> FeatureRegistry {
        try FeatureRegistry([
            DoggyFeature(files: files, clock: clock),
            GameFeature(),
            HouseFeature(files: files, clock: clock),
            UserFeature(files: files, clock: clock),
        ])
    }
}
