package import FeatureStorage

/// Opens stores in PostgreSQL, if this program was built with the package trait `PostgreSQL`.
package enum PostgreSQL {
    /// Whether a text is the address of a PostgreSQL database: `postgresql://…` or `postgres://…`.
    package static func isAddress(_ text: String) -> Bool { PostgreSQLAddress.matches(text) }

    /// Opens a store, which processes on many machines may share.
    ///
    /// Connects at the first operation, so a host can start before its database. The store creates its tables itself,
    /// in its own schema.
    ///
    /// - Parameters:
    ///   - url: The database's address in libpq's form; its settings may require TLS (`?sslmode=verify-full`).
    ///   - schema: The schema of the tables, 1 to 63 bytes.
    ///   - logLimit: How many changes the log of a collection keeps.
    ///   - connectionLimit: The most connections, from 1, besides the one that listens.
    ///   - clock: Measures the pauses between attempts to listen again.
    /// - Throws: `StorageError` if the address cannot be read, or if this program was built without PostgreSQL.
    package static func open(
        _ url: String, schema: String = "featurehost", logLimit: Int = 10_000, connectionLimit: Int = 8,
        clock: any Clock<Duration> = ContinuousClock()
    ) throws -> any RecordStore {
        let address = try PostgreSQLAddress(url)
        #if PostgreSQL
            let location = try PostgreSQLLocation(address: address, schema: schema)
            return PostgreSQLRecordStore(
                location: location, logLimit: max(0, logLimit), connectionLimit: max(1, connectionLimit), clock: clock)
        #else
            throw StorageError(
                .unusable,
                "the database '\(address)' needs PostgreSQL, which this program was built without; build it with "
                    + "`swift build --traits PostgreSQL`, or choose another with --database")
        #endif
    }
}
