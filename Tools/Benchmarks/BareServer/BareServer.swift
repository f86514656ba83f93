import ArgumentParser
import FoundationEssentials
import GRDB
import Hummingbird
import Logging
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server without features, with which a benchmark measures the cost of HTTP alone.
///
/// One Hummingbird route responds with the bytes of a file. Another route opens event streams that belong to no
/// session. The route `/dogs` lists stored dogs as one writes it by hand: with GRDB's `DatabasePool` and `Codable`.
@main
struct BareServer: AsyncParsableCommand {
    @Argument(help: "The file whose bytes are the response to `GET /`.")
    var file: String

    @Option(help: "The path of a database to create, with the fifty dogs of the response to `GET /dogs`.")
    var dogs: String?

    func run() async throws {
        let body = ByteBuffer(bytes: try Data(contentsOf: URL(filePath: file)))
        var logger = Logger(label: "BareServer")
        logger.logLevel = .error
        let router = Router()
        router.get("/") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
                body: ResponseBody(byteBuffer: body))
        }
        if let dogs {
            let pool = try DatabasePool(path: dogs)
            try await Dog.fill(pool)
            router.get("/dogs") { _, _ in try await pool.read { try Dog.order(Column.rowID).limit(50).fetchAll($0) } }
        }
        let listeners = Listeners()
        // Each stream begins with the bytes of the file. After that, it receives every posted body.
        router.get("/events") { request, _ in
            Response(
                status: .ok, headers: [.contentType: "text/event-stream"],
                body: ResponseBody { writer in
                    let (events, source) = AsyncStream<ByteBuffer>.makeStream(bufferingPolicy: .bufferingNewest(1))
                    listeners.add(source)
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        try await writer.write(body)
                        for await event in events { try await writer.write(event) }
                    } onInboundClosed: {
                        source.finish()
                    }
                    try await writer.finish(nil)
                })
        }
        router.post("/events") { request, _ in
            listeners.say(try await request.body.collect(upTo: 1 << 20))
            return Response(status: .noContent)
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

private struct Dog: Codable, FetchableRecord, PersistableRecord, ResponseEncodable {
    static let databaseTableName = "dog"

    let id: String
    let name: String
    let breed: String
    let age: Int
    let revision: Int

    /// Creates the table with fifty dogs.
    static func fill(_ pool: DatabasePool) async throws {
        try await pool.write { db in
            try db.execute(
                sql: "CREATE TABLE dog (id TEXT PRIMARY KEY, name TEXT, breed TEXT, age INTEGER, revision INTEGER)")
            for number in 0..<50 {
                let breed = ["Bulldog", "Doberman", "Labrador"][number % 3]
                try Dog(id: "\(number)", name: "Dog \(number)", breed: breed, age: number % 30, revision: number)
                    .insert(db)
            }
        }
    }
}

/// The open event streams.
private final class Listeners: Sendable {
    private let all = Mutex([AsyncStream<ByteBuffer>.Continuation]())

    func add(_ listener: AsyncStream<ByteBuffer>.Continuation) { all.withLock { $0.append(listener) } }

    func say(_ event: ByteBuffer) {
        for listener in all.withLock({ $0 }) { listener.yield(event) }
    }
}
