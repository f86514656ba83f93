import FeatureTesting
import NIOCore
import NIOPosix

/// A TCP relay to a server, whose connections a test can cut.
final class Relay: Sendable {
    private struct State {
        var channels: [any Channel] = []
        var isDown = false
        var losesNextAnswer = false
        var connectionCount = 0
    }

    private let state = Watched(State())

    /// Whether the relay refuses connections.
    var isDown: Bool {
        get { state.value.isDown }
        set { state.change { $0.isDown = newValue } }
    }

    /// The number of connections that clients have made to the relay.
    var connectionCount: Int { state.value.connectionCount }

    /// Waits until the given number of connections has been made.
    ///
    /// If too few connections are made, the time limit of the test ends the wait.
    func connections(_ count: Int) async {
        await state.wait { $0.connectionCount >= count }
    }

    /// Cuts every current connection.
    func cut() {
        let channels = state.change { state in
            defer { state.channels = [] }
            return state.channels
        }
        channels.forEach { $0.close(promise: nil) }
    }

    /// Makes the relay lose the next response to a POST request.
    ///
    /// The relay cuts the connection instead of forwarding that response.
    func loseNextAnswer() { state.change { $0.losesNextAnswer = true } }

    /// Runs a relay to a port, and calls a closure with the relay and its own port.
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
        let isDown = state.change { state in
            state.connectionCount += 1
            return state.isDown
        }
        guard !isDown else { return near.close() }
        return ClientBootstrap(group: near.eventLoop).connect(host: "127.0.0.1", port: port).flatMap { far in
            self.state.change { $0.channels += [near, far] }
            return near.eventLoop.makeCompletedFuture {
                let up = Pipe(to: far)
                try near.pipeline.syncOperations.addHandler(up)
                try far.pipeline.syncOperations.addHandler(Pipe(to: near) { up.isPost && self.takeLoss() })
            }
        }
    }

    private func takeLoss() -> Bool {
        state.change { state in
            defer { state.losesNextAnswer = false }
            return state.losesNextAnswer
        }
    }
}

/// A channel handler that forwards the bytes of its connection to the other connection of the relay.
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
