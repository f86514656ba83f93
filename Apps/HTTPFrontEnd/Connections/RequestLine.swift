package import NIOCore
package import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Keeps of a request's first line what is lost where requests of all versions are made alike.
///
/// The host that a target in absolute form names counts instead of the header (RFC 9112, 3.2.2). A client of HTTP/1.0 knows
/// no chunks and takes the end of the connection for the end of the answer (RFC 9112, 6.1 and 9.3).
package final class RequestLine: ChannelDuplexHandler, RemovableChannelHandler {
    /// What comes in and goes on.
    package typealias InboundIn = HTTPServerRequestPart
    /// What comes in and goes on.
    package typealias InboundOut = HTTPServerRequestPart
    /// What goes out.
    package typealias OutboundIn = HTTPServerResponsePart
    /// What goes out.
    package typealias OutboundOut = HTTPServerResponsePart

    private var version = HTTPVersion.http1_1

    /// Waits for requests.
    package init() {}

    /// Puts one before what makes requests of all versions alike, where there is such a thing: not for HTTP/2.
    package static func add(to pipeline: ChannelPipeline.SynchronousOperations) {
        guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        try? pipeline.addHandler(RequestLine(), position: .before(codec))
    }

    /// Says in the header what the first line says.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        version = head.version
        let authority = Self.authority(of: head.uri)
        guard authority != nil || version == .http1_0 else { return context.fireChannelRead(data) }
        if let authority { head.headers.replaceOrAdd(name: "Host", value: authority) }
        if version == .http1_0 {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            // Such a client does not wait, and would take a 100 for the answer (RFC 9110, 10.1.1).
            head.headers.remove(name: "Expect")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Answers in the client's version.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard version == .http1_0, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        head.version = version
        head.headers.remove(name: "Transfer-Encoding")
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    private static func authority(of target: String) -> String? {
        // By bytes: nobody has looked at the target yet, and it may be anything.
        let utf8 = target.utf8
        guard utf8.first != UInt8(ascii: "/"), let scheme = utf8.firstRange(of: "://".utf8) else { return nil }
        return String(Substring(utf8[scheme.upperBound...].prefix { !"/?#".utf8.contains($0) }))
    }
}
