import HTTPTypes
import NIOCore
import NIOHTTPTypes

extension RequestGate {
    /// Answers the oldest request, or what is none, with a problem, listens to nothing more and closes the connection.
    ///
    /// The newest request's problem waits until the ones before it are answered.
    ///
    /// - Parameter isOfAll: Whether the problem also answers earlier requests on this connection that have no answer yet.
    func refuse(_ problem: Problem, isOfAll: Bool = false, _ context: ChannelHandlerContext) {
        guard requests.count < 2 || isOfAll else { return refusal = problem }
        isRefused = true
        guard !hasAnswerBegun else { return context.close(promise: nil) }
        var (fields, body) = keeper.refusals.content(of: problem, for: requests.first?.path ?? "/api")
        fields[.connection] = isHTTP1 ? "close" : nil
        fields[.date] = nil
        fields[.contentLength] = String(body.readableBytes)
        context.write(wrapOutboundOut(.head(HTTPResponse(status: problem.status, headerFields: fields))), promise: nil)
        if requests.first?.isHead != true { context.write(wrapOutboundOut(.body(body)), promise: nil) }
        let end = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: end)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        end.futureResult.whenComplete { _ in
            bound.value.close(mode: .output, promise: nil)
            // Closed while something is unread, the connection would be reset and the answer lost.
            bound.value.eventLoop.assumeIsolated().scheduleTask(in: RequestGate.patience) {
                bound.value.close(promise: nil)
            }
        }
    }
}
