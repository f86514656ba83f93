package import HTTPTypes
package import HummingbirdCore
import HummingbirdHTTP2
package import NIOCore
package import NIOSSL

/// Sets up a server's connections: counts them and limits their memory and their time.
package struct ConnectionSetup: Sendable {
    /// The time limits and intervals of a connection.
    package struct Times: Sendable {
        /// The time limit for three things: the arrival of a request, an idle connection, and a client that reads
        /// nothing of a response.
        package let limit: Duration
        /// The time after which a silent event stream sends a comment.
        package let heartbeat: Duration
        /// The time limit for HTTP/2 streams to finish when the server stops.
        package let drain: Duration

        /// Creates time limits.
        package init(limit: Duration, heartbeat: Duration, drain: Duration) {
            (self.limit, self.heartbeat, self.drain) = (limit, heartbeat, drain)
        }
    }

    /// The largest request body, in bytes: 1 MiB.
    ///
    /// Only this many bytes of a body count against the memory limit.
    package static let bodyLimit = 1 << 20

    private let gate: RequestGate.Keeper
    private let unread: UnreadAnswers
    private let times: Times
    private let tls: TLSConfiguration?

    /// Creates the setup of a server's connections.
    ///
    /// - Parameters:
    ///   - connections: Counts the connections.
    ///   - memory: The limit for all request bodies together, in bytes. Unread responses have a second limit of the
    ///     same size.
    ///   - times: The time limits.
    ///   - tls: The certificate and the key; `nil` for plain HTTP/1.1.
    ///   - departures: Learns of each connection that opens or closes.
    ///   - log: Logs a warning when a limit is reached.
    ///   - answer: Makes the header fields and the body of a refusal, in the format for the requested path.
    package init(
        _ connections: Connections, memory: Int, times: Times, tls: TLSConfiguration?,
        departures: Departures, log: LimitLog,
        answer: @escaping @Sendable (GateRefusal, _ path: String) -> (fields: HTTPFields, body: ByteBuffer)
    ) {
        gate = RequestGate.Keeper(
            connections: connections, bodies: Shares(Shares.Limits(all: memory)), departures: departures,
            answer: answer, log: log)
        unread = UnreadAnswers(limit: memory, log: log)
        (self.times, self.tls) = (times, tls)
    }

    /// The setup of a server's channels with all handlers in their order.
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
