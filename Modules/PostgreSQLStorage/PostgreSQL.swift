package import FeatureStorage

/// Stores in databases of PostgreSQL, if this program was built with the package trait of that name.
package enum PostgreSQL {
    /// Whether a text is the address of a database of PostgreSQL: `postgresql://…` or `postgres://…`.
    package static func isAddress(_ text: String) -> Bool { PostgreSQLAddress.isOne(text) }

    /// Opens a store, which many processes on many machines may share.
    ///
    /// Nothing is connected before the first operation, so that a host may start before its database. What the store
    /// needs it creates itself, in a schema of its own.
    ///
    /// - Parameters:
    ///   - url: Where the database is, as libpq takes it; TLS is asked for there (`?sslmode=verify-full`).
    ///   - schema: The schema that the tables stand in, of at most 63 bytes.
    ///   - logLimit: How many changes of a collection the log keeps.
    ///   - connectionLimit: How many connections it opens at most, from 1, besides the one that listens.
    ///   - clock: Measures the time between attempts to listen again.
    /// - Throws: `StorageError` if the address cannot be read, or if this program was built without PostgreSQL.
    package static func open(
        _ url: String, schema: String = "featurehost", logLimit: Int = 10_000, connectionLimit: Int = 8,
        clock: any Clock<Duration> = ContinuousClock()
    ) throws -> any RecordStore {
        let address = try PostgreSQLAddress(url)
        #if PostgreSQL
            let place = try PostgreSQLPlace(address: address, schema: schema)
            return PostgreSQLRecordStore(
                place: place, logLimit: max(0, logLimit), connectionLimit: max(1, connectionLimit), clock: clock)
        #else
            throw StorageError(
                .unusable,
                "the database '\(address)' is one of PostgreSQL, which this program was built without; build it with "
                    + "`swift build --traits PostgreSQL`, or choose another with --database")
        #endif
    }
}
