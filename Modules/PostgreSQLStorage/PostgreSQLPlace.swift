#if PostgreSQL
    import CLibPQ
    import FeatureStorage
    import Foundation

    /// A database and the schema in it that a store's tables stand in.
    struct PostgreSQLPlace: Sendable {
        let address: PostgreSQLAddress
        let schema: String

        init(address: PostgreSQLAddress, schema: String) throws {
            precondition(1...63 ~= schema.utf8.count && !schema.utf8.contains(0), "a schema's name has 1 to 63 bytes")
            var reason: UnsafeMutablePointer<CChar>?
            let options = PQconninfoParse(address.url, &reason)
            PQconninfoFree(options)
            PQfreemem(reason)
            // The reason may quote the password.
            guard options != nil else { throw StorageError.noAddress() }
            (self.address, self.schema) = (address, schema)
        }

        /// The schema as it stands in SQL; also the name of the channel that tells of changes.
        var quotedSchema: String {
            "\"" + schema.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
        }

        /// Connects, which may block for as long as the address allows: ten seconds a host if it says nothing.
        func connect() -> OpaquePointer? {
            // The address overrides what comes before it.
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
            // The default prints what the server remarks to standard error.
            PQsetNoticeProcessor(connection, { _, _ in }, nil)
            return connection
        }
    }
#endif
