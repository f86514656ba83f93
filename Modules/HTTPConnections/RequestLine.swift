package import NIOCore
package import NIOHTTP1
import NIOHTTPTypesHTTP1

/// Applies the parts of an HTTP/1 request line that the version-independent request type cannot represent.
///
/// A host in the absolute form of the target overrides the header `Host` (RFC 9112, 3.2.2). An HTTP/1.0 client does not
/// understand chunks, so the end of the connection ends its response (RFC 9112, 6.1 and 9.3). Such a client is usually a
/// reverse proxy, so the field `Via` notes the version (RFC 9110, 7.6.3).
package final class RequestLine: ChannelDuplexHandler, RemovableChannelHandler {
    /// The handler receives parts of requests.
    package typealias InboundIn = HTTPServerRequestPart
    /// The handler passes parts of requests on.
    package typealias InboundOut = HTTPServerRequestPart
    /// The handler receives parts of responses.
    package typealias OutboundIn = HTTPServerResponsePart
    /// The handler passes parts of responses on.
    package typealias OutboundOut = HTTPServerResponsePart

    private var version = HTTPVersion.http1_1

    /// Creates a handler.
    package init() {}

    /// Adds a handler before the codec that makes version-independent requests.
    ///
    /// Does nothing on HTTP/2, which has no such codec.
    package static func add(to pipeline: ChannelPipeline.SynchronousOperations) {
        guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        try? pipeline.addHandler(RequestLine(), position: .before(codec))
    }

    /// Copies the target's host into the header `Host`, and adapts the header of an HTTP/1.0 request.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        version = head.version
        let authority = Self.authority(of: head.uri)
        guard authority != nil || version == .http1_0 else { return context.fireChannelRead(data) }
        if let authority { head.headers.replaceOrAdd(name: "Host", value: authority) }
        if version == .http1_0 {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            // A client of HTTP/1.0 does not wait for `100 Continue` and would take it for the response (RFC 9110,
            // 10.1.1).
            head.headers.remove(name: "Expect")
            head.headers.add(name: "Via", value: "1.0 client")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Writes a part of the response, for an HTTP/1.0 client in HTTP/1.0 and without chunks.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard version == .http1_0, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        // A client of HTTP/1.0 knows no interim responses (RFC 9110, 15.2).
        guard head.status.code >= 200 else { return promise?.succeed(()) ?? () }
        head.version = version
        head.headers.remove(name: "Transfer-Encoding")
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    private static func authority(of target: String) -> String? {
        // Compares bytes, because the target is not validated yet.
        let utf8 = target.utf8
        guard utf8.first != UInt8(ascii: "/"), let scheme = utf8.firstRange(of: "://".utf8) else { return nil }
        return String(Substring(utf8[scheme.upperBound...].prefix { !"/?#".utf8.contains($0) }))
    }
}
