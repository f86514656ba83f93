import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Refuses on its connection what no route should see: what is no request, too much at once, and what the host's stop
/// cuts off.
///
/// Says what is wrong and closes the connection.
///
/// The server's own answer is 400 for all of it, without a word.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What all gates of a host share.
    struct Keeper: Sendable {
        let connections: Connections
        /// What bodies take of the memory, in bytes.
        let bodies: Shares
        let refusals: Refusals
        let log: LimitLog
    }

    /// How long the rest of what a client sends is read, so that the answer reaches it.
    static let patience = TimeAmount.seconds(2)

    let keeper: Keeper
    private(set) var isHTTP1 = false
    private var connection: Connection?
    private var overhead: ChunkOverhead?
    /// What is known of the requests that have begun and are not answered, the oldest first.
    private(set) var requests: [PendingRequest] = []
    /// Whether the oldest one's answer has begun.
    private(set) var hasAnswerBegun = false
    var isRefused = false
    /// What refuses the newest request once the ones before it are answered.
    var refusal: Problem?
    private var isNoted = false
    /// How many requests have arrived whole and how many were answered.
    private var (arrived, answered) = (0, 0)
    private var isReading = false

    init(_ keeper: Keeper) { self.keeper = keeper }

    func handlerAdded(context: ChannelHandlerContext) {
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

    // MARK: - What comes in

    /// Looks at what comes in; after a refusal nothing is listened to.
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

    private var isListening: Bool { !isRefused && refusal == nil }

    private func begin(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        isReading = true
        requests.append(PendingRequest(head))
        if connection?.isRefused == true {
            return refuse(.noRoom("more connections are open than this host takes; try again later"), context)
        }
        if let problem = RequestGate.problem(of: head) { return refuse(problem, context) }
        guard isHTTP1 else { return }
        if head.headerFields[.transferEncoding] != nil { overhead?.begin() }
        if requests.count == 1 { tellToContinue(context) }
    }

    /// Tells a client that waits for it to send the body of the oldest request.
    ///
    /// A word about a later request would be taken for one about the oldest.
    private func tellToContinue(_ context: ChannelHandlerContext) {
        guard isHTTP1, requests.first?.awaitsContinue == true else { return }
        requests[0].awaitsContinue = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// Says what is wrong with a head.
    private static func problem(of head: HTTPRequest) -> Problem? {
        let coding = head.headerFields[values: .transferEncoding].joined(separator: ", ")
        if !coding.isEmpty, !coding.isASCII("chunked") {
            return Problem(
                .notImplemented, "expected a body in the transfer coding chunked, got \(coding.quoted)",
                headers: [.connection: "close"])
        }
        if let expected = head.headerFields[.expect], !head.expectsContinue {
            return Problem(
                .expectationFailed, "expected no other Expect than 100-continue, got \(expected.quoted)",
                headers: [.connection: "close"])
        }
        return nil
    }

    /// Counts a part of a body, as much of it as anybody keeps.
    private func take(_ count: Int, _ context: ChannelHandlerContext) {
        overhead?.carry(count)
        guard let last = requests.indices.last else { return }
        requests[last].awaitsContinue = false
        let amount = min(count, PendingRequest.bodyLimit - requests[last].held)
        guard amount > 0 else { return }
        let address = connection?.address ?? .unknown
        let refusal = keeper.bodies.take(amount, for: address)
        guard refusal == nil else {
            keeper.log.note(Settings.bodyMemory, keeper.bodies.limits.all >> 20)
            return refuse(
                .noRoom(
                    "the bodies of other requests take the memory that this host keeps for them; try again", after: 5),
                context)
        }
        requests[last].held += amount
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is HostStops: stop(context)
        case is ChunkOverhead.Exceeded:
            guard isListening else { return }
            refuse(Problem(.badRequest, "the body's chunks take far more than they carry"), context)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    private func stop(_ context: ChannelHandlerContext) {
        guard !isRefused, !hasAnswerBegun else { return }
        guard !requests.isEmpty else { return context.close(promise: nil) }
        refuse(Problem(CancellationError()), isOfAll: true, context)
    }

    /// Refuses what cannot be read, unless an answer is on its way: that one the server ends.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard isListening else { return }
        guard let error = error as? HTTPParserError, requests.isEmpty else { return context.fireErrorCaught(error) }
        refuse(
            error == .headerOverflow
                ? Problem(
                    .requestHeaderFieldsTooLarge,
                    "the header is larger than this host takes: 16 KiB a field, 64 KiB in all")
                : Problem(.badRequest, "this is no request of HTTP/1.1"), context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        // What has come of a body is not to be taken for the whole.
        if isReading, !isListening { context.fireErrorCaught(HTTPParserError.invalidEOFState) }
        end(context)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end(context) }

    private func end(_ context: ChannelHandlerContext) {
        for request in requests { give(request) }
        requests = []
        (arrived, answered) = (0, 0)
        note()
        if !isHTTP1, connection != nil { keeper.connections.note(stream: context.channel, isOpen: false) }
        connection = nil
    }

    // MARK: - What goes out

    /// Notes where an answer begins and ends; after a refusal nothing more is said.
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

    /// Says what was held back about the request that is to be answered next.
    private func begin(_ context: ChannelHandlerContext) {
        if let refusal, requests.count == 1 { refuse(refusal, context) } else { tellToContinue(context) }
    }

    private func give(_ request: PendingRequest) {
        guard request.held > 0 else { return }
        keeper.bodies.give(request.held, of: connection?.address ?? .unknown)
    }

    /// Tells the connection whether a request that has arrived whole is being answered.
    private func note() {
        guard (arrived > answered) != isNoted else { return }
        isNoted.toggle()
        if let connection { keeper.connections.note(connection, isAnswering: isNoted) }
    }
}
