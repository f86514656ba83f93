package import HTTPTypes
package import HummingbirdCore
import HummingbirdHTTP2
package import NIOCore
package import NIOSSL

/// Sets up a server's connections: counts them, and limits what each may hold and how long each may take.
package struct ConnectionSetup: Sendable {
    /// The times of a connection.
    package struct Times: Sendable {
        /// How long a request may take to arrive completely, how long an idle connection stays open, and how long a
        /// client may read nothing of an answer.
        package let limit: Duration
        /// How long an event stream may be silent before it sends a comment.
        package let heartbeat: Duration
        /// How long HTTP/2 streams may take when the server stops.
        package let drain: Duration

        /// Creates times.
        package init(limit: Duration, heartbeat: Duration, drain: Duration) {
            (self.limit, self.heartbeat, self.drain) = (limit, heartbeat, drain)
        }
    }

    /// The largest request body, in bytes: 1 MiB.
    ///
    /// Further bytes are discarded.
    package static let bodyLimit = 1 << 20

    private let gate: RequestGate.Keeper
    private let unread: UnreadAnswers
    private let times: Times
    private let tls: TLSConfiguration?

    /// Describes a server's connections.
    ///
    /// - Parameters:
    ///   - connections: Counts the connections.
    ///   - memory: How many bytes request bodies may take in all. Unread answers may take as many again.
    ///   - times: The time limits.
    ///   - tls: Certificate and key; `nil` for plain HTTP/1.1.
    ///   - log: Gets a warning when a limit is met.
    ///   - answer: Makes the header fields and the body of a refusal, given the path of the request.
    package init(
        _ connections: Connections, memory: Int, times: Times, tls: TLSConfiguration?, log: LimitLog,
        answer: @escaping @Sendable (GateRefusal, _ path: String) -> (fields: HTTPFields, body: ByteBuffer)
    ) {
        gate = RequestGate.Keeper(
            connections: connections, bodies: Shares(Shares.Limits(all: memory)), answer: answer, log: log)
        unread = UnreadAnswers(limit: memory, log: log)
        (self.times, self.tls) = (times, tls)
    }

    /// The server's channel setup: all handlers in their order.
    package var channels: HTTPServerBuilder {
        let heartbeat = TimeAmount(times.heartbeat)
        let limit = TimeAmount(times.limit)
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 100)
        guard let tls else {
            let channels = HTTP1Channel.Configuration(
                additionalChannelHandlers: [
                    UnreadBytes(unread), RequestGate(gate), RequestDeadline(limit: limit), WriteDeadline(limit: limit),
                    Heartbeat(interval: heartbeat),
                ],
                idleTimeout: limit, httpDecoderConfiguration: decoder)
            return HTTPServerBuilder { responder in
                CountedChannel(
                    base: HTTP1Channel(responder: responder, configuration: channels), connections: gate.connections)
            }
        }
        let streams = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                UnreadBytes(unread), RequestGate(gate), ConnectionField(), RequestDeadline(limit: limit),
                WriteDeadline(limit: limit, countsWaitingBytes: false),
                Heartbeat(interval: heartbeat),
            ],
            idleTimeout: limit, httpDecoderConfiguration: decoder)
        let connections = HTTP2UpgradeChannel.Configuration(
            idleTimeout: times.limit, gracefulCloseTimeout: times.drain, streamConfiguration: streams)
        return HTTPServerBuilder { responder in
            CountedChannel(
                base: try SecureChannel(tls: tls, configuration: connections, limit: limit, responder: responder),
                connections: gate.connections)
        }
    }
}
