import NIOCore
import NIOPosix
import Synchronization

/// A way to a server that a test can cut: what goes in on one side comes out on the other.
final class Relay: Sendable {
    private struct State {
        var channels: [any Channel] = []
        var isDown = false
        var losesNextAnswer = false
        var connectionCount = 0
    }

    private let state = Mutex(State())

    /// Whether nobody gets through.
    var isDown: Bool {
        get { state.withLock(\.isDown) }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// How many connections have been made through it.
    var connectionCount: Int { state.withLock(\.connectionCount) }

    /// Cuts every connection.
    func cut() {
        let channels = state.withLock { state in
            defer { state.channels = [] }
            return state.channels
        }
        channels.forEach { $0.close(promise: nil) }
    }

    /// Cuts the connection on which the next answer to a POST comes, instead of passing it on.
    func loseNextAnswer() { state.withLock { $0.losesNextAnswer = true } }

    /// Runs a relay to a port, and gives a closure its own port.
    static func run(to port: Int, _ body: (Relay, Int) async throws -> Void) async throws {
        let relay = Relay()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { relay.join($0, to: port) }
            .bind(host: "127.0.0.1", port: 0).get()
        do { try await body(relay, listener.localAddress?.port ?? 0) } catch {
            relay.cut()
            try await listener.close()
            throw error
        }
        relay.cut()
        try await listener.close()
    }

    private func join(_ near: any Channel, to port: Int) -> EventLoopFuture<Void> {
        let isDown = state.withLock { state in
            state.connectionCount += 1
            return state.isDown
        }
        guard !isDown else { return near.close() }
        return ClientBootstrap(group: near.eventLoop).connect(host: "127.0.0.1", port: port).flatMap { far in
            self.state.withLock { $0.channels += [near, far] }
            return near.eventLoop.makeCompletedFuture {
                let up = Pipe(to: far)
                try near.pipeline.syncOperations.addHandler(up)
                try far.pipeline.syncOperations.addHandler(Pipe(to: near) { up.isPost && self.takeLoss() })
            }
        }
    }

    private func takeLoss() -> Bool {
        state.withLock { state in
            defer { state.losesNextAnswer = false }
            return state.losesNextAnswer
        }
    }
}

/// Passes on what one side says.
private final class Pipe: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel
    private let loses: () -> Bool
    private(set) var isPost = false

    init(to other: any Channel, loses: @escaping () -> Bool = { false }) {
        (self.other, self.loses) = (other, loses)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        if loses() { return context.close(promise: nil) }
        isPost = isPost || bytes.readableBytesView.starts(with: "POST ".utf8)
        if bytes.readableBytesView.starts(with: "GET ".utf8) { isPost = false }
        other.writeAndFlush(bytes, promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
