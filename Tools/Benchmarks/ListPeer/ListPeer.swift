import ArgumentParser
import GRDB
import Hummingbird
import Logging

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The list of stored dogs as one writes it by hand: a Hummingbird route, GRDB's `DatabasePool` and `Codable`.
///
/// The program creates the database with fifty dogs.
@main
struct ListPeer: AsyncParsableCommand {
    @Argument(help: "The path of the database to create.")
    var database: String

    private struct Dog: Codable, FetchableRecord, PersistableRecord, ResponseEncodable {
        static let databaseTableName = "dog"

        let id: String
        let name: String
        let breed: String
        let age: Int
        let revision: Int
    }

    func run() async throws {
        let pool = try DatabasePool(path: database)
        try await pool.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE dog (id TEXT PRIMARY KEY, name TEXT, breed TEXT, age INTEGER, revision INTEGER)
                    """)
            for number in 0..<50 {
                let breed = ["Bulldog", "Doberman", "Labrador"][number % 3]
                try Dog(id: "\(number)", name: "Dog \(number)", breed: breed, age: number % 30, revision: number)
                    .insert(db)
            }
        }
        var logger = Logger(label: "ListPeer")
        logger.logLevel = .error
        let router = Router()
        router.get("/dogs") { _, _ in
            try await pool.read { try Dog.order(Column.rowID).limit(50).fetchAll($0) }
        }
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print("Listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
                fflush(nil)  // flush, because standard output to a pipe is buffered
            },
            logger: logger)
        try await application.runService()
    }
}
