#if PostgreSQL
    import CLibPQ
    import FeatureStorage
    import Foundation

    /// The location of a store's tables: a database and a schema in it.
    struct PostgreSQLLocation: Sendable {
        let address: PostgreSQLAddress
        let schema: String

        init(address: PostgreSQLAddress, schema: String) throws {
            precondition(1...63 ~= schema.utf8.count && !schema.utf8.contains(0), "a schema's name has 1 to 63 bytes")
            var reason: UnsafeMutablePointer<CChar>?
            let options = PQconninfoParse(address.url, &reason)
            PQconninfoFree(options)
            PQfreemem(reason)
            // libpq's reason is not shown, because it may quote the password.
            guard options != nil else { throw StorageError.noAddress() }
            (self.address, self.schema) = (address, schema)
        }

        /// The schema's name quoted for SQL; also the channel for notifications.
        var quotedSchema: String {
            "\"" + schema.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        }

        /// Connects; blocks for up to the address's `connect_timeout`, 10 seconds per host by default.
        func connect() -> OpaquePointer? {
            // Settings in the address override those before it.
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
            // libpq's default prints server notices to standard error.
            PQsetNoticeProcessor(connection, { _, _ in }, nil)
            return connection
        }
    }
#endif
