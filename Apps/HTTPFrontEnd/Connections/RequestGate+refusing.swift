import HTTPTypes
import NIOCore
import NIOHTTPTypes

extension RequestGate {
    /// Answers the oldest request, or what is none, with a problem, listens to nothing more and closes the connection.
    ///
    /// - Parameter isOfAll: Whether the problem is that of the requests before the newest too, if there are any.
    func refuse(_ problem: Problem, isOfAll: Bool = false, _ context: ChannelHandlerContext) {
        isRefused = true
        // A request before it has no answer yet and would take this one for its own.
        guard !hasAnswerBegun, requests.count < 2 || isOfAll else {
            return context.close(promise: nil)
        }
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
