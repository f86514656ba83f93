#if PostgreSQL
    /// The schema and the statements of a program of version 1, which knows no indexes.
    struct PostgreSQLVersion1 {
        let server: PostgreSQLServer
        let schema: String

        /// Creates the schema as this program did.
        func createSchema() async throws {
            try await server.sql(
                """
                CREATE SCHEMA \(schema); SET search_path = \(schema);
                CREATE TABLE schema_version (version bigint NOT NULL);
                INSERT INTO schema_version VALUES (1);
                CREATE TABLE collection (
                    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name bytea NOT NULL,
                    number bigint NOT NULL DEFAULT 0, floor bigint NOT NULL DEFAULT 0,
                    is_filled boolean NOT NULL DEFAULT false, batch bigint NOT NULL DEFAULT 0
                ) WITH (fillfactor = 50);
                CREATE UNIQUE INDEX collection_name ON collection (sha256(name));
                CREATE TABLE record (
                    collection bigint NOT NULL, position bigint NOT NULL, id bytea NOT NULL, unique_key bytea,
                    revision bigint NOT NULL, json text NOT NULL, PRIMARY KEY (collection, position)
                );
                CREATE UNIQUE INDEX record_id ON record (collection, sha256(id));
                CREATE UNIQUE INDEX record_key ON record (collection, sha256(unique_key)) WHERE unique_key IS NOT NULL;
                CREATE TABLE change (
                    collection bigint NOT NULL, number bigint NOT NULL, kind smallint NOT NULL, id bytea NOT NULL,
                    json text, batch bigint NOT NULL, PRIMARY KEY (collection, number)
                );
                """)
        }

        func insert(_ id: String, name: String) async throws {
            try await write(
                """
                INSERT INTO collection (name) VALUES ('dogs') ON CONFLICT DO NOTHING;
                INSERT INTO record (collection, position, id, unique_key, revision, json)
                SELECT key, number + 1, '\(id)', NULL, number + 1, '{"name":"\(name)"}' FROM collection;
                INSERT INTO change (collection, number, kind, id, json, batch)
                SELECT key, number + 1, 0, '\(id)', '{"name":"\(name)"}', 7 FROM collection;
                """)
        }

        func update(_ id: String, name: String) async throws {
            try await write(
                """
                UPDATE record SET unique_key = NULL, revision = number + 1, json = '{"name":"\(name)"}'
                FROM collection WHERE id = '\(id)';
                INSERT INTO change (collection, number, kind, id, json, batch)
                SELECT key, number + 1, 1, '\(id)', '{"name":"\(name)"}', 7 FROM collection;
                """)
        }

        func delete(_ id: String) async throws {
            try await write(
                """
                DELETE FROM record WHERE id = '\(id)';
                INSERT INTO change (collection, number, kind, id, batch)
                SELECT key, number + 1, 2, '\(id)', 7 FROM collection;
                """)
        }

        /// Makes a change to the only collection, in a transaction.
        private func write(_ statements: String) async throws {
            try await server.sql(
                """
                SET search_path = \(schema);
                \(statements)
                UPDATE collection SET number = number + 1, floor = floor, is_filled = is_filled, batch = 7;
                """)
        }
    }
#endif
