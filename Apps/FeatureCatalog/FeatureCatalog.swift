import DoggyFeature
package import FeatureKit
package import FeatureStorage
import GameFeature
import HouseFeature
import RecordFiles
import RemoteRecords
import UserFeature

/// The features of this host.
///
/// No other file of the host names all features.
package enum FeatureCatalog {
    /// The importer and exporter of records.
    package static func recordExchange() -> any RecordExchange { RecordFiles() }

    /// Returns the store of the features' records.
    ///
    /// - Parameter database: The setting of the ``Database``.
    /// - Throws: `FeatureError` with the code `serviceUnavailable` for an invalid setting.
    package static func store(database: String?) throws -> any RecordStore {
        do { return try Database.of(database).store() } catch let error as StorageError {
            throw FeatureError(.serviceUnavailable, error.message)
        }
    }

    /// Verifies that a database can be used.
    ///
    /// - Parameter database: The setting of the ``Database``.
    /// - Throws: `FeatureError` with the code `serviceUnavailable`.
    package static func connect(database: String?) async throws {
        try await connect(database: database, mayBeAway: false)
    }

    /// Verifies that a database can be used.
    ///
    /// - Parameters:
    ///   - database: The setting of the ``Database``.
    ///   - mayBeAway: Whether to accept a database that cannot be reached at the moment. A database that is unusable
    ///     for any other reason is always refused.
    /// - Throws: `FeatureError` with the code `serviceUnavailable`.
    package static func connect(database: String?, mayBeAway: Bool) async throws {
        do { try await Database.of(database).store().verify() } catch let error as StorageError {
            guard !mayBeAway || error.code == .unusable else { return }
            throw FeatureError(.serviceUnavailable, error.message)
        }
    }

    /// Closes the open databases.
    package static func disconnect() async { await Database.closeAll() }

    /// Creates a registry of the features, which keep their records in the database that the setting selects.
    ///
    /// - Parameter database: The setting of the ``Database``.
    package static func registry(database: String?) throws -> FeatureRegistry {
        try registry(database: Database.of(database))
    }

    /// Creates a registry of the features.
    ///
    /// - Parameters:
    ///   - database: The database of the stored records. The first launch that needs records opens the database.
    ///   - files: The loader of record files, which opens paths and addresses.
    ///   - clock: The clock that the services use.
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
        .sharing(resources)
    }
}
