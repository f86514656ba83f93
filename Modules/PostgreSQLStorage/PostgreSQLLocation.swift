#if PostgreSQL
    import CLibPQ
    import FeatureStorage
    import Foundation

    /// The location of a store's tables: a database and a schema in this database.
    struct PostgreSQLLocation: Sendable {
        let address: PostgreSQLAddress
        let schema: String

        init(address: PostgreSQLAddress, schema: String) throws {
            precondition(1...63 ~= schema.utf8.count && !schema.utf8.contains(0), "a schema's name has 1 to 63 bytes")
            var reason: UnsafeMutablePointer<CChar>?
            let options = PQconninfoParse(address.url, &reason)
            PQconninfoFree(options)
            PQfreemem(reason)
            // Do not show libpq's reason, because it may quote the password.
            guard options != nil else { throw StorageError.noAddress() }
            (self.address, self.schema) = (address, schema)
        }

        /// The schema's name, quoted for SQL.
        ///
        /// It is also the name of the notification channel.
        var quotedSchema: String {
            "\"" + schema.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        }

        /// Connects to the server.
        ///
        /// Blocks at most for the address's `connect_timeout`, by default 10 seconds per host.
        func connect() -> OpaquePointer? {
            PostgreSQLEncryption.outlivesExit
            // The settings in the address override the settings that precede the address in this list.
            let settings = [
                ("connect_timeout", "10"), ("tcp_user_timeout", "30000"),
                ("keepalives_idle", "15"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
                ("fallback_application_name", "featurehost"), ("dbname", address.url), ("client_encoding", "UTF8"),
            ]
            let keywords = settings.map { strdup($0.0) }
            let values = settings.map { strdup($0.1) }
            defer { (keywords + values).forEach { free($0) } }
            let connection = PQconnectdbParams(
                keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
            // By default, libpq prints the server's notices to standard error.
            PQsetNoticeProcessor(connection, { _, _ in }, nil)
            return connection
        }
    }
#endif
