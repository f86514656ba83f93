#if PostgreSQL
    import Dispatch
    import FeatureStorage
    import FeatureTesting
    import Foundation
    import PostgreSQLStorage
    import Testing

    /// A PostgreSQL server for tests, controlled by the script Tools/postgres.
    struct PostgreSQLServer: Sendable {
        /// The server that Tools/test started for all tests, or `nil` if the tests run with `swift test` alone.
        static let shared: PostgreSQLServer? = {
            let environment = ProcessInfo.processInfo.environment
            guard let control = environment["POSTGRESQL_TEST_CONTROL"],
                let folder = environment["POSTGRESQL_TEST_FOLDER"],
                let url = environment["POSTGRESQL_TEST_URL"]
            else { return nil }
            return PostgreSQLServer(control: control, folder: folder + "/shared", url: url)
        }()

        static let absence: Comment = "no PostgreSQL server is running; Tools/test starts one"
        /// The server's password, first plain, then percent-encoded.
        static let secrets = ["p%ss w@rd", "p%25ss%20w%40rd"]

        let control: String
        let folder: String
        let url: String

        /// Starts a separate server, passes it to a closure that may stop it, and removes the server.
        static func withOwn(_ body: (PostgreSQLServer) async throws -> Void) async throws {
            let shared = try #require(shared)
            let folder = URL(fileURLWithPath: shared.folder).deletingLastPathComponent().path + "/" + newName()
            let stopped = PostgreSQLServer(control: shared.control, folder: folder, url: "")
            let own = PostgreSQLServer(control: shared.control, folder: folder, url: try await stopped.start())
            do {
                try await body(own)
            } catch {
                try await own.run("remove")
                throw error
            }
            try await own.run("remove")
        }

        static func newName() -> String { "t" + String(UInt64.random(in: .min ... .max), radix: 36) }

        func open(
            _ schema: String, logLimit: Int = 10_000, connectionLimit: Int = 4,
            clock: any Clock<Duration> = ContinuousClock()
        ) throws -> any RecordStore {
            try PostgreSQL.open(
                url, schema: schema, logLimit: logLimit, connectionLimit: connectionLimit, clock: clock)
        }

        @discardableResult
        func start() async throws -> String { try await run("start") }

        func stop(_ mode: String = "fast") async throws { try await run("stop", mode) }

        /// Runs SQL as the superuser and returns the output.
        @discardableResult
        func sql(_ sql: String) async throws -> String { try await run("sql", sql) }

        /// Waits until a condition is true on the server.
        func wait(until condition: String) async throws {
            try await eventually { try await sql("SELECT \(condition)") == "t" }
        }

        @discardableResult
        private func run(_ command: String, _ arguments: String...) async throws -> String {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: control)
            process.arguments = [command, folder] + arguments
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = await withCheckedContinuation { continuation in
                DispatchQueue(label: "Tools/postgres").async {
                    let data = output.fileHandleForReading.readDataToEndOfFile()
                    process.waitUntilExit()
                    continuation.resume(returning: String(decoding: data, as: UTF8.self))
                }
            }
            try #require(process.terminationStatus == 0, "Tools/postgres \(command) failed")
            return text.trimmingCharacters(in: .newlines)
        }
    }
#endif
