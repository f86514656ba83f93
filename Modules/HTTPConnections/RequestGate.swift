import FeatureKit
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Refuses input before it reaches a route: malformed requests, requests beyond a limit, and requests that the host's
/// shutdown interrupts.
///
/// A refusal states the reason and closes the connection. Without this handler, the server would answer 400 without a
/// reason.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The objects that all gates of a host share.
    struct Keeper: Sendable {
        let connections: Connections
        /// Counts the bytes of request bodies in memory.
        let bodies: Shares
        let departures: Departures
        /// Makes the header fields and the body of a refusal, in the format for the requested path.
        let answer: @Sendable (GateRefusal, _ path: String) -> (fields: HTTPFields, body: ByteBuffer)
        let log: LimitLog
    }

    /// The time after a refusal in which further input is read and ignored, so that the client can read the refusal.
    static let patience = TimeAmount.seconds(2)

    /// The time between two questions whether a client that has closed its sending side still reads.
    private static let probeInterval = TimeAmount.seconds(1)

    let keeper: Keeper
    private(set) var isHTTP1 = false
    private var connection: Connection?
    private(set) var overhead: ChunkOverhead?
    /// The unanswered requests, oldest first.
    private(set) var requests: [PendingRequest] = []
    /// Whether the response to the oldest request has begun.
    private(set) var hasAnswerBegun = false
    var isRefused = false
    /// The refusal of the newest request.
    ///
    /// It waits until the earlier requests are answered.
    var heldRefusal: GateRefusal?
    private var isNoted = false
    /// The number of requests that have arrived completely, and the number of requests that have been answered.
    private var (arrived, answered) = (0, 0)
    private var isReading = false
    private var nextProbe: Scheduled<Void>?

    init(_ keeper: Keeper) { self.keeper = keeper }

    func handlerAdded(context: ChannelHandlerContext) {
        keeper.departures.arrive(context.channel)
        let pipeline = context.pipeline.syncOperations
        RequestLine.add(to: pipeline)
        overhead = ChunkOverhead.add(to: pipeline)
        isHTTP1 = overhead != nil
        if let place = try? pipeline.handler(type: ConnectionPlace.self) {
            connection = place.connection
        } else if let place = try? context.channel.parent?.pipeline.syncOperations.handler(type: ConnectionPlace.self) {
            connection = place.connection
            keeper.connections.note(stream: context.channel, isOpen: true)
        }
    }

    // MARK: - Input

    /// Checks input and passes it on.
    ///
    /// After a refusal, all further input is ignored.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isListening else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body(let part): take(part.readableBytes, context)
        case .end:
            isReading = false
            overhead?.end()
            arrived += 1
            if !requests.isEmpty { requests[requests.count - 1].awaitsContinue = false }
            note()
        }
        if isListening { context.fireChannelRead(data) }
    }

    private var isListening: Bool { !isRefused && heldRefusal == nil }

    private func begin(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        isReading = true
        let address = keeper.connections.proxies.client(of: head.headerFields, from: context.channel.remoteAddress)
        requests.append(PendingRequest(head, from: address))
        if connection?.isRefused == true || !hasRoom(for: address) {
            return refuse(.noRoom("the limit of open connections is reached; try again later"), context)
        }
        if let refusal = RequestGate.refusal(of: head) { return refuse(refusal, context) }
        guard isHTTP1 else { return }
        if head.headerFields[.transferEncoding] != nil { overhead?.begin() }
        if requests.count == 1 { tellToContinue(context) }
    }

    /// Counts a proxy's connection for the client of its newest request, and returns whether the client has room for it.
    private func hasRoom(for address: ClientAddress) -> Bool {
        guard isHTTP1, let connection, connection.address != address else { return true }
        return keeper.connections.move(connection, to: address)
    }

    /// Sends `100 Continue` if the client of the oldest request waits for it.
    ///
    /// A later request must wait, because a client takes `100 Continue` for an answer to its oldest request.
    private func tellToContinue(_ context: ChannelHandlerContext) {
        guard isHTTP1, requests.first?.awaitsContinue == true else { return }
        requests[0].awaitsContinue = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// Returns the refusal of a malformed head; `nil` if the head is well formed.
    private static func refusal(of head: HTTPRequest) -> GateRefusal? {
        let coding = head.headerFields[values: .transferEncoding].joined(separator: ", ")
        if !coding.isEmpty, !coding.isASCII("chunked") {
            return GateRefusal(
                .notImplemented,
                "expected a body in the transfer coding chunked, got \(FieldValue.quote(coding))",
                [.connection: "close"])
        }
        if let expected = head.headerFields[.expect], !head.expectsContinue {
            return GateRefusal(
                .expectationFailed, "expected the header Expect to be 100-continue, got \(FieldValue.quote(expected))",
                [.connection: "close"])
        }
        return nil
    }

    /// Counts the bytes of a body part against the memory limit.
    ///
    /// Bytes beyond the largest allowed body do not count.
    private func take(_ count: Int, _ context: ChannelHandlerContext) {
        guard overhead?.carry(count) != true else { return refuseChunks(context) }
        guard let last = requests.indices.last else { return }
        requests[last].awaitsContinue = false
        let amount = min(count, ConnectionSetup.bodyLimit - requests[last].held)
        guard amount > 0 else { return }
        let refusal = keeper.bodies.take(amount, for: requests[last].address)
        guard refusal == nil else {
            keeper.log.note(.bodyMemory, keeper.bodies.limits.all >> 20)
            return refuse(
                .noRoom(
                    "other requests use all memory for request bodies; try again later", after: 5),
                context)
        }
        requests[last].held += amount
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is HostStops: stop(context)
        case ChannelEvent.inputClosed as ChannelEvent:
            probe(context)
            context.fireUserInboundEventTriggered(event)
        case is ChunkOverhead.Exceeded:
            refuseChunks(context)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func refuseChunks(_ context: ChannelHandlerContext) {
        guard isListening else { return }
        // A route may have answered without waiting for the body.
        guard !requests.isEmpty else { return abandonBody(context) }
        refuse(GateRefusal(.badRequest, "the chunks of the body have far more overhead than content"), context)
    }

    /// Finds out whether a client that has closed its sending side still reads.
    ///
    /// The end of the input can mean either. A write to a client that has gone fails, and closes the connection. A client
    /// that reads discards the interim response (RFC 9110, 15.2).
    ///
    /// The question repeats. A client that closes its sending side and a moment later its connection may receive the
    /// first write in between, and that write then succeeds.
    private func probe(_ context: ChannelHandlerContext) {
        guard isHTTP1, !isRefused, !requests.isEmpty else { return }
        if !hasAnswerBegun {
            context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
        }
        nextProbe = context.eventLoop.assumeIsolated().scheduleTask(in: RequestGate.probeInterval) {
            self.probe(context)
        }
    }

    private func stop(_ context: ChannelHandlerContext) {
        guard !isRefused, !hasAnswerBegun else { return }
        guard !requests.isEmpty else { return context.close(promise: nil) }
        refuse(.stopping, isOfAll: true, context)
    }

    /// Refuses input that cannot be parsed.
    ///
    /// While a request is unanswered, the error is passed on instead, and the server closes the connection.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard isListening else { return }
        guard let error = error as? HTTPParserError, requests.isEmpty else { return context.fireErrorCaught(error) }
        refuse(
            error == .headerOverflow
                ? GateRefusal(
                    .requestHeaderFieldsTooLarge,
                    "the header is too large: expected at most 100 fields, 16 KiB for a field and 64 KiB in all")
                : GateRefusal(.badRequest, "this is not an HTTP/1.1 request"), context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // The body is incomplete. The error tells the route that this is not the whole body.
        if isReading, !isListening { context.fireErrorCaught(HTTPParserError.invalidEOFState) }
        end(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end(context) }

    private func end(_ context: ChannelHandlerContext) {
        for request in requests { give(request) }
        requests = []
        nextProbe?.cancel()
        (arrived, answered) = (0, 0)
        keeper.departures.leave(context.channel)
        note()
        if !isHTTP1, connection != nil { keeper.connections.note(stream: context.channel, isOpen: false) }
        connection = nil
    }

    // MARK: - Output

    /// Detects the beginning and the end of a response.
    ///
    /// After a refusal, nothing more is written.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isRefused else { return promise?.succeed(()) ?? () }
        switch unwrapOutboundIn(data) {
        case .head(let head):
            hasAnswerBegun = true
            if head.headerFields.closesConnection, !requests.isEmpty { requests[0].isLast = true }
        case .body: break
        case .end:
            hasAnswerBegun = false
            let request = requests.isEmpty ? nil : requests.removeFirst()
            if let request { give(request) }
            answered += 1
            note()
            context.write(data, promise: promise)
            return request?.isLast == true ? () : begin(context)
        }
        context.write(data, promise: promise)
    }

    /// Continues with the next unanswered request: sends its waiting refusal, or `100 Continue`.
    private func begin(_ context: ChannelHandlerContext) {
        if let heldRefusal, requests.count == 1 { refuse(heldRefusal, context) } else { tellToContinue(context) }
    }

    private func give(_ request: PendingRequest) {
        guard request.held > 0 else { return }
        keeper.bodies.give(request.held, of: request.address)
    }

    /// Tells ``Connections`` whether a request on this channel has arrived completely and is not answered yet.
    private func note() {
        guard (arrived > answered) != isNoted else { return }
        isNoted.toggle()
        if let connection { keeper.connections.note(connection, isAnswering: isNoted) }
    }
}
