import NIOCore
import NIOPosix
import Synchronization

/// A server that sends prepared responses.
///
/// The server answers each request with the next response, unchanged, and then closes the connection.
final class ScriptedServer: Sendable {
    private struct State {
        var answers: [String]
        var requests: [String] = []
    }

    private let state: Mutex<State>

    /// Whether only the first request for a stream takes a response.
    private let answersOneStream: Bool

    private init(_ answers: [String], answersOneStream: Bool) {
        state = Mutex(State(answers: answers))
        self.answersOneStream = answersOneStream
    }

    /// The requests that the server has received, in order.
    var requests: [String] { state.withLock(\.requests) }

    /// Runs a server, and calls a closure with the server and its port.
    ///
    /// - Parameters:
    ///   - answers: The responses.
    ///   - answersOneStream: Whether only the first request for a stream takes a response. Later ones get none.
    ///   - body: The closure.
    static func run(
        answering answers: [String], answersOneStream: Bool = false,
        _ body: (ScriptedServer, Int) async throws -> Void
    ) async throws {
        let server = ScriptedServer(answers, answersOneStream: answersOneStream)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Answerer { server.answer(to: $0) })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do { try await body(server, listener.localAddress?.port ?? 0) } catch {
            try await listener.close()
            throw error
        }
        try await listener.close()
    }

    /// Returns the response of an event stream with the given events.
    static func events(_ events: String...) -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
            + events.map { "\($0)\n\n" }.joined()
    }

    /// The response of a server that does not know the session of the request.
    static let unknownSession: String = {
        let body = #"{"title":"Not Found","status":404,"detail":"there is no such session"}"#
        return "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Type: application/problem+json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }()

    private func answer(to request: String) -> String {
        state.withLock { state in
            let isStream = request.contains("/events?")
            let isLater = isStream && state.requests.contains { $0.contains("/events?") }
            state.requests.append(request)
            if answersOneStream, isLater { return "" }
            return state.answers.isEmpty ? "" : state.answers.removeFirst()
        }
    }
}

/// A channel handler that reads one request and answers it.
private final class Answerer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: (String) -> String
    private var request = ""

    init(_ answer: @escaping (String) -> String) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        request += String(buffer: unwrapInboundIn(data))
        guard isWhole else { return }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer(request))), promise: nil)
        context.close(promise: nil)
    }

    /// Whether the request is complete.
    ///
    /// A request is complete if it has a header and as many bytes of the body as the header says.
    private var isWhole: Bool {
        guard let end = request.firstRange(of: "\r\n\r\n") else { return false }
        let length = request[..<end.lowerBound].lowercased().firstMatch(of: /content-length: (\d+)/)
        return request[end.upperBound...].utf8.count >= length.flatMap { Int($0.output.1) } ?? 0
    }
}
