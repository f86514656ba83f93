package import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Keeps a server running when it cannot accept a connection because the process or the system has run out of file
/// descriptors.
///
/// The waiting connection stays in the system's queue, so the event loop would report it again at once, in an endless
/// loop. This handler closes an idle connection and waits 100 ms before the server tries to accept again.
package final class AcceptPause: ChannelDuplexHandler {
    /// The handler receives accepted connections.
    package typealias InboundIn = any Channel
    /// The handler passes accepted connections on.
    package typealias InboundOut = any Channel
    /// No type: a listening channel has no output.
    package typealias OutboundIn = Never

    private static let pause = TimeAmount.milliseconds(100)

    private let connections: Connections
    private var isPausing = false
    private var isAsked = false

    init(_ connections: Connections) { self.connections = connections }

    /// Adds an `AcceptPause` before the handler that accepts connections.
    package static func add(to channel: any Channel, _ connections: Connections) async {
        try? await channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(AcceptPause(connections), position: .first)
        }.get()
    }

    /// Passes on the request to accept connections.
    ///
    /// During a pause, the request waits until the pause ends.
    package func read(context: ChannelHandlerContext) {
        if isPausing { isAsked = true } else { context.read() }
    }

    /// Begins a pause when the process or the system has run out of file descriptors or memory.
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
