import ArgumentParser
import FoundationEssentials
import Hummingbird
import Logging

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One Hummingbird route that answers the bytes of a file: what serving alone costs.
@main
struct BareServer: AsyncParsableCommand {
    @Argument(help: "The file whose bytes `GET /` answers.")
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
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                print("Listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
                fflush(nil)  // to a pipe, standard output is buffered
            },
            logger: logger)
        try await application.runService()
    }
}
