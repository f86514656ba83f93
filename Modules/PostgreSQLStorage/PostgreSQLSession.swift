#if PostgreSQL
    import FeatureStorage

    /// Sets up each new connection before its first use.
    enum PostgreSQLSession {
        private static let settings = [
            ("client_min_messages", "warning"),
            // A host that is suspended during a write must not block the other hosts for long.
            ("idle_in_transaction_session_timeout", "60s"), ("lock_timeout", "30s"),
            // Every statement can use an index. Right after a table was filled, the planner's statistics are outdated.
            // Without these settings the planner would scan and sort the whole table, and compile the query first.
            ("enable_bitmapscan", "off"), ("enable_seqscan", "off"), ("enable_sort", "off"), ("jit", "off"),
        ]

        static func begin(at location: PostgreSQLLocation, on db: isolated PostgreSQLConnection) throws {
            let sql = """
                SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding'),
                    set_config('search_path', $1, false),
                    (SELECT count(set_config(name, value, false)) FROM unnest($2::text[], $3::text[]) AS s(name, value))
                """
            let result = try db.execute(
                sql, [.text(location.quotedSchema), .texts(settings.map(\.0)), .texts(settings.map(\.1))])
            guard result.integer(0, 0) >= 110_000 else { throw StorageError.serverTooOld(location) }
            guard result.text(0, 1) == "UTF8" else { throw StorageError.wrongEncoding(location, result.text(0, 1)) }
            try PostgreSQLSchema.migrate(location, on: db)
        }
    }
#endif
