import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL

/// HTTP/1.1 and HTTP/2 over TLS, with a time limit for the handshake.
struct SecureChannel: ServerChildChannel {
    private let base: HTTP2UpgradeChannel
    private let limit: TimeAmount

    /// Creates the channel setup.
    ///
    /// - Parameters:
    ///   - tls: The certificate and the key.
    ///   - configuration: The setup of connections and their streams.
    ///   - limit: The time limit for a handshake.
    ///   - responder: Answers requests.
    init(
        tls: TLSConfiguration, configuration: HTTP2UpgradeChannel.Configuration, limit: TimeAmount,
        responder: @escaping HTTPChannelHandler.Responder
    ) throws {
        base = try HTTP2UpgradeChannel(tlsConfiguration: tls, configuration: configuration, responder: responder)
        self.limit = limit
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP2UpgradeChannel.Value> {
        base.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            // The TLS handler's events reach only the handlers that come after it in the pipeline.
            try pipeline.addHandler(
                HandshakeDeadline(limit: limit), position: .after(pipeline.handler(type: NIOSSLServerHandler.self)))
            return value
        }
    }

    func handle(value: HTTP2UpgradeChannel.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
