#if PostgreSQL
    import FeatureStorage

    /// What is settled on each new connection, before anybody uses it.
    enum PostgreSQLSession {
        private static let settings = [
            ("client_min_messages", "warning"),
            // A host that was stopped in the middle of a write does not keep all others waiting.
            ("idle_in_transaction_session_timeout", "60s"), ("lock_timeout", "30s"),
            // Each statement is answered by an index. What the planner knows of a table that was filled a moment ago would
            // lead it to read and sort the whole, and to compile that.
            ("enable_bitmapscan", "off"), ("enable_seqscan", "off"), ("enable_sort", "off"), ("jit", "off"),
        ]

        static func begin(at place: PostgreSQLPlace, on db: isolated PostgreSQLConnection) throws {
            let sql = """
                SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding'),
                    set_config('search_path', $1, false),
                    (SELECT count(set_config(name, value, false)) FROM unnest($2::text[], $3::text[]) AS s(name, value))
                """
            let result = try db.execute(
                sql, [.text(place.quotedSchema), .texts(settings.map(\.0)), .texts(settings.map(\.1))])
            guard result.integer(0, 0) >= 110_000 else { throw StorageError.old(place) }
            guard result.text(0, 1) == "UTF8" else { throw StorageError.encoded(place, result.text(0, 1)) }
            try PostgreSQLSchema.migrate(place, on: db)
        }
    }
#endif
