#if PostgreSQL
    import FeatureStorage

    /// The tables, as the steps from each version to the next; a step that was released is never changed.
    enum PostgreSQLSchema {
        static let steps = [
            // Ids, keys and names are bytes, and NUL may be among them. The indexes hold their digests, because an entry of
            // an index has less room than a text may take (PostgreSQL's manual, 67.4: a third of a page).
            """
            CREATE TABLE collection (
                key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                name bytea NOT NULL,
                number bigint NOT NULL DEFAULT 0,
                floor bigint NOT NULL DEFAULT 0,
                is_filled boolean NOT NULL DEFAULT false,
                batch bigint NOT NULL DEFAULT 0
            ) WITH (fillfactor = 50);
            CREATE UNIQUE INDEX collection_name ON collection (sha256(name));
            CREATE TABLE record (
                collection bigint NOT NULL,
                position bigint NOT NULL,
                id bytea NOT NULL,
                unique_key bytea,
                revision bigint NOT NULL,
                json text NOT NULL,
                PRIMARY KEY (collection, position)
            );
            CREATE UNIQUE INDEX record_id ON record (collection, sha256(id));
            CREATE UNIQUE INDEX record_key ON record (collection, sha256(unique_key)) WHERE unique_key IS NOT NULL;
            CREATE TABLE change (
                collection bigint NOT NULL,
                number bigint NOT NULL,
                kind smallint NOT NULL,
                id bytea NOT NULL,
                json text,
                batch bigint NOT NULL,
                PRIMARY KEY (collection, number)
            );
            """
        ]

        /// Marks the locks of this program among all others in a database: "FHst".
        private static let lock: Int64 = 0x4648_7374

        /// Takes the schema from the version that it has to the newest; one process does it, the others wait.
        static func migrate(_ place: PostgreSQLPlace, on db: isolated PostgreSQLConnection) throws {
            if try version(place, on: db) == steps.count { return }
            let outcome = try db.transaction { db in
                try db.execute(
                    "SELECT pg_advisory_xact_lock($1::int, hashtext($2))", [.integer(lock), .text(place.schema)])
                let version = try version(place, on: db)
                if version == nil { try found(place, on: db) }
                for step in steps[(version ?? 0)...] { try db.execute(step) }
                try db.execute("UPDATE schema_version SET version = $1", [.integer(Int64(steps.count))])
            }
            // Whether it was committed, the next attempt sees.
            guard case .committed = outcome else { throw StorageError.unavailable(place, "the connection broke") }
        }

        /// The version of the schema; `nil` if there is none yet.
        private static func version(_ place: PostgreSQLPlace, on db: isolated PostgreSQLConnection) throws -> Int? {
            // The catalogue itself: what `to_regclass` remembers may be older than the lock that was waited for.
            let sql = """
                SELECT EXISTS (
                    SELECT FROM pg_class t JOIN pg_namespace s ON s.oid = t.relnamespace
                    WHERE s.nspname = $1 AND t.relname = 'schema_version'
                )
                """
            let table = try db.execute(sql, [.text(place.schema)])
            guard table.bool(0, 0) else { return nil }
            let result = try db.execute("SELECT version FROM schema_version", [])
            guard !result.isEmpty else { throw StorageError.foreign(place) }
            let version = Int(result.integer(0, 0))
            guard 0...steps.count ~= version else { throw StorageError.newer(place, version: version) }
            return version
        }

        /// Creates the schema, if nobody has, and the table that tells its version; refuses another program's schema.
        private static func found(_ place: PostgreSQLPlace, on db: isolated PostgreSQLConnection) throws {
            let sql = """
                SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1), EXISTS (
                    SELECT FROM pg_class t JOIN pg_namespace s ON s.oid = t.relnamespace WHERE s.nspname = $1
                )
                """
            let schema = try db.execute(sql, [.text(place.schema)])
            guard !schema.bool(0, 1) else { throw StorageError.foreign(place) }
            if !schema.bool(0, 0) { try db.execute("CREATE SCHEMA \(place.quotedSchema)") }
            try db.execute(
                "CREATE TABLE schema_version (version bigint NOT NULL); INSERT INTO schema_version VALUES (0)")
        }
    }
#endif
