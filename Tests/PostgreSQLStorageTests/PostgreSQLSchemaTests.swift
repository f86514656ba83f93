#if PostgreSQL
    import FeatureKit
    import FeatureStorage
    import Foundation
    import PostgreSQLStorage
    import Testing

    @Suite(.timeLimit(.minutes(5)), .enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.absence))
    struct PostgreSQLSchemaTests {
        private let schema = PostgreSQLServer.newName()
        private let server: PostgreSQLServer

        init() throws {
            server = try #require(PostgreSQLServer.shared)
        }

        private func refusal(_ store: any RecordStore) async -> StorageError? {
            await #expect(throws: StorageError.self) { try await store.page(of: "dogs", after: nil, limit: 1) }
        }

        @Test(arguments: ["version", "readable_from"])
        func `A schema that only newer programs can read is refused and not changed`(column: String) async throws {
            _ = try await server.open(schema).page(of: "dogs", after: nil, limit: 1)
            try await server.sql("UPDATE \(schema).schema_version SET \(column) = 99, steps = 99")
            let error = await refusal(try server.open(schema))
            #expect(error?.code == .unusable)
            #expect(
                error?.message
                    == "the database 'postgresql://tester@/postgres' has version 99; this program supports "
                    + "versions up to 4; it was not changed; update the program, or choose another database "
                    + "with --database"
            )
            #expect(try await server.sql("SELECT \(column) FROM \(schema).schema_version") == "99")
        }

        @Test func `A schema to which a newer program has only added something is used and not changed`() async throws {
            try await server.open(schema).write([.insert(RowInsert(id: "a", values: [:]))], to: "dogs")
            try await server.sql(
                "ALTER TABLE \(schema).record ADD COLUMN more int; UPDATE \(schema).schema_version SET steps = 99")
            let page = try await server.open(schema).page(of: "dogs", after: nil, limit: 1)
            #expect(page.rows.map(\.id) == ["a"])
            #expect(try await server.sql("SELECT version, steps FROM \(schema).schema_version") == "1|99")
        }

        @Test func `What an older program writes has entries without a person`() async throws {
            let old = PostgreSQLVersion1(server: server, schema: schema)
            try await old.createSchema()
            try await old.insert("before", name: "Old")
            let store = try server.open(schema)
            // The first use of the store upgrades its schema.
            #expect(try await store.page(of: "dogs", after: nil, limit: 9).rows.count == 1)
            try await old.insert("a", name: "Rex")
            try await old.update("a", name: "Max")
            try await old.delete("a")
            let entries = try await store.history(of: "dogs", matching: HistorySelection(), limit: 9)
            #expect(entries.map(\.operation) == [.removed, .updated, .inserted])
            #expect(entries.map(\.before) == [["name": "Max"], ["name": "Rex"], [:]])
            #expect(entries.allSatisfy { $0.cause == nil && $0.change == $0.number })
        }

        @Test func `A schema of another program is refused and not changed`() async throws {
            try await server.sql("CREATE SCHEMA \(schema); CREATE TABLE \(schema).record (n int)")
            let error = await refusal(try server.open(schema))
            #expect(error?.code == .unusable)
            #expect(
                error?.message
                    == "the schema '\(schema)' of the database 'postgresql://tester@/postgres' does not belong "
                    + "to this program; it was not changed; choose another database with --database")
            #expect(
                try await server.sql("SELECT count(*) FROM pg_class WHERE relnamespace = '\(schema)'::regnamespace")
                    == "1")
        }

        @Test func `A schema's name may be any text`() async throws {
            let name = "x\"; DROP SCHEMA \(schema); -- 'é"
            let store = try server.open(name)
            try await store.write([.insert(RowInsert(id: "a", values: [:]))], to: "dogs")
            #expect(try await server.open(name).page(of: "dogs", after: nil, limit: 1).rows.map(\.id) == ["a"])
        }

        @Test func `A database whose encoding does not support every character is refused`() async throws {
            try await server.sql(
                "CREATE DATABASE \(schema) TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'")
            let url = server.url.replacingOccurrences(of: "/postgres?", with: "/\(schema)?")
            let error = await refusal(try PostgreSQL.open(url))
            #expect(error?.code == .unusable)
            #expect(error?.message.contains("has the encoding LATIN1, which does not support every character") == true)
        }

        @Test func `A user needs the right to create the schema only if the schema does not exist`()
            async throws
        {
            try await server.sql("CREATE ROLE \(schema) LOGIN PASSWORD 'secret'")
            let end = try #require(server.url.firstIndex(of: "@"))
            let url = "postgresql://\(schema):secret" + server.url[end...]
            let error = await refusal(try PostgreSQL.open(url, schema: schema))
            #expect(error?.code == .unusable)
            #expect(error?.message.contains("grant its user the right to create the schema '\(schema)'") == true)
            try await server.sql("CREATE SCHEMA \(schema) AUTHORIZATION \(schema)")
            let store = try PostgreSQL.open(url, schema: schema)
            try await store.write([.insert(RowInsert(id: "a", values: [:]))], to: "dogs")
        }

        @Test func `A wrong password is reported and not quoted`() async throws {
            let url = server.url.replacingOccurrences(of: PostgreSQLServer.secrets[1], with: "wrong-secret")
            let error = await refusal(try PostgreSQL.open(url, schema: schema))
            #expect(error?.code == .unavailable)
            let message = try #require(error?.message)
            #expect(message.contains("tester") && !message.contains("wrong-secret"))
        }

        @Test func `All concurrent attempts to open a new schema succeed`() async throws {
            try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    group.addTask { @concurrent [server, schema] in
                        let store = try server.open(schema)
                        try await store.write([.insert(RowInsert(id: "\(number)", values: [:]))], to: "dogs")
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await server.open(schema).page(of: "dogs", after: nil, limit: 100).rows.count == 8)
        }
    }
#endif
