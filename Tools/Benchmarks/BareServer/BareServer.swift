import ArgumentParser
import FoundationEssentials
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
/// session.
@main
struct BareServer: AsyncParsableCommand {
    @Argument(help: "The file whose bytes are the response to `GET /`.")
    var file: String

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

/// The open event streams.
private final class Listeners: Sendable {
    private let all = Mutex([AsyncStream<ByteBuffer>.Continuation]())

    func add(_ listener: AsyncStream<ByteBuffer>.Continuation) { all.withLock { $0.append(listener) } }

    func say(_ event: ByteBuffer) {
        for listener in all.withLock({ $0 }) { listener.yield(event) }
    }
}
