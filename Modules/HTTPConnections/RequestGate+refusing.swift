import HTTPTypes
import NIOCore
import NIOHTTPTypes

extension RequestGate {
    /// Refuses the newest request, or malformed input, and closes the connection.
    ///
    /// Later input is ignored. If earlier requests are unanswered, the refusal is sent after their answers.
    ///
    /// - Parameter isOfAll: Whether the refusal also answers the earlier requests on this connection.
    func refuse(_ refusal: GateRefusal, isOfAll: Bool = false, _ context: ChannelHandlerContext) {
        overhead?.stop()
        guard requests.count < 2 || isOfAll else { return heldRefusal = refusal }
        isRefused = true
        guard !hasAnswerBegun else { return context.close(promise: nil) }
        var (fields, body) = keeper.answer(refusal, requests.first?.path ?? "/api")
        fields[.connection] = isHTTP1 ? "close" : nil
        fields[.date] = nil
        fields[.contentLength] = String(body.readableBytes)
        context.write(wrapOutboundOut(.head(HTTPResponse(status: refusal.status, headerFields: fields))), promise: nil)
        if requests.first?.isHead != true { context.write(wrapOutboundOut(.body(body)), promise: nil) }
        let end = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: end)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        end.futureResult.whenComplete { _ in RequestGate.leave(bound.value) }
    }

    /// Closes the connection of a request that is already answered, and ignores the rest of its body.
    func abandonBody(_ context: ChannelHandlerContext) {
        isRefused = true
        overhead?.stop()
        RequestGate.leave(context)
    }

    /// Closes the connection.
    ///
    /// Closing with unread input would reset the connection, and the client would lose the answer. So the receiving side
    /// stays open for a while.
    private static func leave(_ context: ChannelHandlerContext) {
        context.close(mode: .output, promise: nil)
        context.eventLoop.assumeIsolated().scheduleTask(in: patience) {
            context.close(promise: nil)
        }
    }
}
