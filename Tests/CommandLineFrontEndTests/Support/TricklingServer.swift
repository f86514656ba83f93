import FeatureTesting
import NIOCore
import NIOPosix

/// A server that begins each answer with the given bytes, and then sends one space after another without end.
final class TricklingServer: Sendable {
    private let spaces = Watched(0)

    /// Waits until the server has sent a number of spaces.
    func sent(_ count: Int) async { await spaces.wait { $0 >= count } }

    /// Runs a server, and calls a closure with the server and its root address.
    static func run(
        beginning: String = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n",
        _ body: (TricklingServer, String) async throws -> Void
    ) async throws {
        let server = TricklingServer()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Trickle(beginning: beginning) { server.spaces.change { $0 += 1 } })
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do { try await body(server, "http://127.0.0.1:\(listener.localAddress?.port ?? 0)") } catch {
            try await listener.close()
            throw error
        }
        try await listener.close()
    }
}

/// A channel handler that answers the first bytes it reads with spaces.
private final class Trickle: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let beginning: String
    private let tell: @Sendable () -> Void
    private var task: RepeatedTask?

    init(beginning: String, tell: @escaping @Sendable () -> Void) { (self.beginning, self.tell) = (beginning, tell) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard task == nil else { return }
        let channel = context.channel
        channel.writeAndFlush(ByteBuffer(string: beginning), promise: nil)
        task = context.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(5)) { [tell] _ in
            channel.writeAndFlush(ByteBuffer(string: " "), promise: nil)
            tell()
        }
    }

    func channelInactive(context: ChannelHandlerContext) { task?.cancel() }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
