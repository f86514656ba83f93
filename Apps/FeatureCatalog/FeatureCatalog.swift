import DoggyFeature
package import FeatureKit
package import FeatureStorage
import GameFeature
import HouseFeature
import RecordFiles
import RemoteRecords
import UserFeature

/// The features of this host: the only file that names every one of them.
package enum FeatureCatalog {
    /// What carries records between files and a store.
    package static var recordExchange: any RecordExchange { RecordFiles() }

    /// Opens what keeps the features' records.
    ///
    /// - Parameter database: The setting of a ``Database``.
    /// - Throws: `FeatureError` with the code `serviceUnavailable` if it cannot be opened.
    package static func store(_ database: String?) throws -> any RecordStore {
        do { return try Database.of(database).store() } catch let error as StorageError {
            throw FeatureError(.serviceUnavailable, error.message)
        }
    }

    /// Sees that a database can be used.
    ///
    /// - Parameters:
    ///   - database: The setting of a ``Database``.
    ///   - mayBeAway: Whether one will do that cannot be reached for now; not one that is of no use as it is.
    /// - Throws: `FeatureError` with the code `serviceUnavailable` if it cannot.
    package static func connect(_ database: String?, mayBeAway: Bool = false) async throws {
        do { try await Database.of(database).store().verify() } catch let error as StorageError {
            guard !mayBeAway || error.code == .unusable else { return }
            throw FeatureError(.serviceUnavailable, error.message)
        }
    }

    /// Closes the databases that this process uses.
    package static func disconnect() async { await Database.closeAll() }

    /// Registers the features with a database of a person's choice.
    ///
    /// - Parameter database: The setting of a ``Database``.
    package static func registry(_ database: String?) throws -> FeatureRegistry {
        try registry(database: Database.of(database))
    }

    /// Registers the features.
    ///
    /// - Parameters:
    ///   - database: Where stored records are kept; see ``Database``. It is opened by the first launch that needs it.
    ///   - files: What opens a person's own files and addresses.
    ///   - clock: What services measure time by.
    package static func registry(
        database: Database = Database("memory"), files: any RecordFileOpener = RemoteRecords(otherwise: RecordFiles()),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws -> FeatureRegistry {
        let resources = RecordResources(store: { try database.store() }, files: files, clock: clock)
        return try FeatureRegistry([
            DoggyFeature(resources: resources),
            GameFeature(),
            HouseFeature(resources: resources),
            UserFeature(resources: resources),
        ])
    }
}
