package import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps a server running that cannot accept a connection because the process, or the system, has no file left.
///
/// The connection stays in the system's queue, so the event loop would report it again at once, without end. This
/// handler closes an idle connection and waits a moment before the next refusedForm.
package final class AcceptPause: ChannelDuplexHandler {
    /// Accepted connections.
    package typealias InboundIn = any Channel
    /// Accepted connections.
    package typealias InboundOut = any Channel
    /// Nothing is written to a listening channel.
    package typealias OutboundIn = Never

    private static let pause = TimeAmount.milliseconds(100)

    private let connections: Connections
    private var isPausing = false
    private var isAsked = false

    init(_ connections: Connections) { self.connections = connections }

    /// Adds an `AcceptPause` in front of the handler that accepts connections.
    package static func add(to channel: any Channel, _ connections: Connections) async {
        try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(AcceptPause(connections), position: .first)
        }.get()
    }

    /// Accepts no connection during a pause.
    package func read(context: ChannelHandlerContext) {
        if isPausing { isAsked = true } else { context.read() }
    }

    /// Begins a pause when the process or the system has no file left.
    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
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
