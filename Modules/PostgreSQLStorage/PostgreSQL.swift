package import FeatureStorage

/// Opens stores in PostgreSQL.
///
/// This requires that the program was built with the package trait `PostgreSQL`.
package enum PostgreSQL {
    /// Returns whether a text is the address of a PostgreSQL database: `postgresql://…` or `postgres://…`.
    package static func isAddress(_ text: String) -> Bool { PostgreSQLAddress.matches(text) }

    /// Opens a store that processes on several machines may share.
    ///
    /// The store connects at its first operation, so a host can start before its database server. The store creates its
    /// tables in its own schema.
    ///
    /// - Parameters:
    ///   - url: The database's address in libpq's syntax. Its settings may require TLS (`?sslmode=verify-full`).
    ///   - schema: The name of the schema, 1 to 63 bytes.
    ///   - logLimit: The maximum number of changes in the log of a collection.
    ///   - connectionLimit: The maximum number of connections, at least 1. The connection that listens for
    ///     notifications is not counted.
    ///   - clock: Measures the pauses between attempts to listen again.
    /// - Throws: `StorageError` if the address is malformed or if this program was built without PostgreSQL.
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
            throw StorageError(.unusable, database: address) {
                "\($0) needs PostgreSQL; this program was built without PostgreSQL; build it with "
                    + "`swift build --traits PostgreSQL`, or choose another with --database"
            }
        #endif
    }
}
