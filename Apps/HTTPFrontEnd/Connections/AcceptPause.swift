import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Lets a server go on that cannot accept a connection because the process, or the system, can open no more files.
///
/// The connection stays in the system's queue, so that the server would be told of it again at once, for ever: instead it
/// makes room and looks again after a moment.
final class AcceptPause: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never

    private static let pause = TimeAmount.milliseconds(100)

    private let connections: Connections
    private var isPausing = false
    private var isAsked = false

    init(_ connections: Connections) { self.connections = connections }

    /// Puts one before what accepts connections.
    static func add(to channel: any Channel, _ connections: Connections) async {
        try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(AcceptPause(connections), position: .first)
        }.get()
    }

    func read(context: ChannelHandlerContext) {
        if isPausing { isAsked = true } else { context.read() }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch (error as? IOError)?.errnoCode {
        case ECONNABORTED: break
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: wait(context)
        default: context.fireErrorCaught(error)
        }
    }

    private func wait(_ context: ChannelHandlerContext) {
        guard !isPausing else { return }
        isPausing = true
        connections.makeRoom()
        context.eventLoop.assumeIsolated().scheduleTask(in: AcceptPause.pause) {
            self.isPausing = false
            if self.isAsked { context.read() }
            self.isAsked = false
        }
    }
}
