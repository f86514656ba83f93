#if PostgreSQL
    import FeatureStorage

    /// The migration steps of the schema, one from each version to the next.
    ///
    /// Never change a released step.
    enum PostgreSQLSchema {
        static let steps = [
            // Ids, keys and names are stored as bytes, because they may contain NUL. The indexes contain digests of
            // these bytes, because an index entry is limited to a third of a page (PostgreSQL's manual, 67.4).
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
            """,
            // All tables are locked in the order of the statements of other programs. A program of version 1 goes on
            // working: what it writes to a collection with an index is noted by triggers.
            """
            LOCK TABLE collection, record, change IN ACCESS EXCLUSIVE MODE;
            ALTER TABLE schema_version
                ADD COLUMN steps bigint NOT NULL DEFAULT 0, ADD COLUMN readable_from bigint NOT NULL DEFAULT 0;
            ALTER TABLE collection
                ADD COLUMN stamp text,
                ADD COLUMN row_count bigint NOT NULL DEFAULT 0,
                ADD COLUMN counted_number bigint NOT NULL DEFAULT -1;
            ALTER TABLE collection ALTER COLUMN counted_number SET DEFAULT 0;
            ALTER TABLE record ADD COLUMN indexed bigint;
            ALTER TABLE change ADD COLUMN position bigint;
            CREATE TABLE stale (
                collection bigint NOT NULL,
                position bigint NOT NULL,
                PRIMARY KEY (collection, position)
            );
            CREATE FUNCTION note_stale() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
            BEGIN
                INSERT INTO stale
                SELECT key, NEW.position FROM collection WHERE key = NEW.collection AND stamp IS NOT NULL
                ON CONFLICT DO NOTHING;
                RETURN NULL;
            END $$;
            CREATE TRIGGER note_stale AFTER INSERT OR UPDATE ON record FOR EACH ROW
            WHEN (NEW.indexed IS DISTINCT FROM NEW.revision) EXECUTE FUNCTION note_stale();
            CREATE FUNCTION remove_entry() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
            BEGIN
                IF EXISTS (SELECT FROM collection WHERE key = OLD.collection AND stamp IS NOT NULL) THEN
                    EXECUTE format('DELETE FROM entry_%s WHERE position = $1', OLD.collection) USING OLD.position;
                END IF;
                RETURN NULL;
            END $$;
            CREATE TRIGGER remove_entry AFTER DELETE ON record FOR EACH ROW EXECUTE FUNCTION remove_entry();
            """,
            PostgreSQLHistory.step,
            PostgreSQLReferences.step,
        ]

        /// The version from which on a program can read and write the schema.
        ///
        /// A step that breaks older programs raises this number. The table keeps it as `readable_from`, and as
        /// `version` for programs of version 1, which know only that column. The column `steps` is the version.
        static let readableFrom = 1

        /// The first key of this program's advisory locks: the characters "FHst".
        private static let lock: Int64 = 0x4648_7374

        /// Migrates the schema to the newest version.
        ///
        /// If several processes start at the same time, one process migrates the schema and the other processes wait.
        static func migrate(_ location: PostgreSQLLocation, on db: isolated PostgreSQLConnection) throws {
            if let version = try version(location, on: db), version >= steps.count { return }
            let outcome = try db.transaction { db in
                try db.execute(
                    "SELECT pg_advisory_xact_lock($1::int, hashtext($2))", [.integer(lock), .text(location.schema)])
                let version = try version(location, on: db)
                if version == nil { try createSchema(location, on: db) }
                // Another process may have migrated the schema meanwhile.
                guard version ?? 0 < steps.count else { return }
                // Calls that come later wait for these locks, so do not wait long for a backup or an import.
                try db.execute("SET LOCAL lock_timeout = '5s'")
                for step in steps[(version ?? 0)...] { try db.execute(step) }
                try db.execute(
                    "UPDATE schema_version SET version = $1, readable_from = $1, steps = $2",
                    [.integer(Int64(readableFrom)), .integer(Int64(steps.count))])
            }
            // If the outcome of the commit is unknown, the next attempt reads the schema's version again.
            guard case .committed = outcome else { throw StorageError.unavailable(location, "the connection broke") }
        }

        /// Returns the schema's version, or `nil` if the schema does not exist.
        ///
        /// The version is above the number of steps if a newer program has added what this program can ignore.
        ///
        /// - Throws: `StorageError` if this program cannot read the schema.
        private static func version(_ location: PostgreSQLLocation, on db: isolated PostgreSQLConnection) throws -> Int?
        {
            // Read the catalogue directly, because `to_regclass` uses a cache that may be older than the advisory lock.
            let sql = """
                SELECT EXISTS (
                    SELECT FROM pg_class t JOIN pg_namespace s ON s.oid = t.relnamespace
                    WHERE s.nspname = $1 AND t.relname = 'schema_version'
                )
                """
            let table = try db.execute(sql, [.text(location.schema)])
            guard table.bool(0, 0) else { return nil }
            // A table of version 1 has only the column `version`.
            let result = try db.execute(
                """
                SELECT version, coalesce((to_jsonb(v)->>'readable_from')::bigint, version),
                    coalesce((to_jsonb(v)->>'steps')::bigint, version)
                FROM schema_version v
                """, [])
            guard !result.isEmpty else { throw StorageError.foreign(location) }
            let readableFrom = Int(max(result.integer(0, 0), result.integer(0, 1)))
            let version = Int(result.integer(0, 2))
            guard 0...steps.count ~= readableFrom else {
                throw StorageError.newer(location, version: max(version, readableFrom))
            }
            return version
        }

        /// Creates the table with the schema's version, after creating the schema if it is missing.
        ///
        /// Throws an error if the schema contains another program's tables.
        private static func createSchema(_ location: PostgreSQLLocation, on db: isolated PostgreSQLConnection) throws {
            let sql = """
                SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1), EXISTS (
                    SELECT FROM pg_class t JOIN pg_namespace s ON s.oid = t.relnamespace WHERE s.nspname = $1
                )
                """
            let schema = try db.execute(sql, [.text(location.schema)])
            guard !schema.bool(0, 1) else { throw StorageError.foreign(location) }
            if !schema.bool(0, 0) { try db.execute("CREATE SCHEMA \(location.quotedSchema)") }
            try db.execute(
                "CREATE TABLE schema_version (version bigint NOT NULL); INSERT INTO schema_version VALUES (0)")
        }
    }
#endif
