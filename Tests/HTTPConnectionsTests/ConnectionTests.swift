import HTTPConnections
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConnectionTests {
    private let loop = EmbeddedEventLoop()

    private func connect(_ handler: sending some ChannelHandler) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(loop: loop)
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func heartbeat() throws -> EmbeddedChannel { try connect(Heartbeat(interval: .seconds(15))) }

    private func deadline() throws -> EmbeddedChannel { try connect(RequestDeadline(limit: .seconds(30))) }

    private func head(_ type: String) -> HTTPResponsePart {
        .head(HTTPResponse(status: .ok, headerFields: [.contentType: type]))
    }

    /// The texts of the written body parts.
    private func written(_ channel: EmbeddedChannel) throws -> [String] {
        var texts: [String] = []
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) {
            if case .body(let buffer) = part { texts.append(String(buffer: buffer)) }
        }
        return texts
    }

    @Test func `A heartbeat comment is written after each silent interval`() throws {
        let channel = try heartbeat()
        try channel.writeOutbound(head("text/event-stream"))
        loop.advanceTime(by: .seconds(14))
        #expect(try written(channel) == [])
        loop.advanceTime(by: .seconds(1))
        #expect(try written(channel) == [":\n\n"])
        loop.advanceTime(by: .seconds(15))
        #expect(try written(channel) == [":\n\n"])
    }

    @Test func `A heartbeat comment is postponed while a stream sends events`() throws {
        let channel = try heartbeat()
        try channel.writeOutbound(head("text/event-stream"))
        loop.advanceTime(by: .seconds(10))
        try channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: "x")))
        loop.advanceTime(by: .seconds(14))
        #expect(try written(channel) == ["x"])
        loop.advanceTime(by: .seconds(1))
        #expect(try written(channel) == [":\n\n"])
    }

    @Test func `An ended stream and an ordinary response get no heartbeat comment`() throws {
        let channel = try heartbeat()
        try channel.writeOutbound(head("application/json"))
        loop.advanceTime(by: .seconds(60))
        try channel.writeOutbound(head("text/event-stream"))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        loop.advanceTime(by: .seconds(60))
        #expect(try written(channel) == [])
    }

    @Test func `An event stream gets no heartbeat comment while its client reads nothing`() throws {
        let channel = try heartbeat()
        try channel.writeOutbound(head("text/event-stream"))
        channel.isWritable = false
        loop.advanceTime(by: .seconds(60))
        #expect(try written(channel) == [])
    }

    @Test func `An event stream closes when its client closes the sending side`() throws {
        let channel = try heartbeat()
        try channel.writeOutbound(head("text/event-stream"))
        #expect(channel.isActive)
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!channel.isActive)
    }

    @Test func `A new event stream closes its connection if the client has already closed the sending side`() throws {
        let channel = try heartbeat()
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(channel.isActive)
        _ = try? channel.writeOutbound(head("text/event-stream"))
        #expect(!channel.isActive)
    }

    @Test func `An event stream closes when its client sends malformed input`() throws {
        let channel = try heartbeat()
        try channel.writeOutbound(head("text/event-stream"))
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidMethod)
        #expect(!channel.isActive)
        #expect(throws: HTTPParserError.invalidMethod) { try channel.throwIfErrorCaught() }
    }

    @Test func `A client that closes its sending side still gets an ordinary response`() throws {
        let channel = try heartbeat()
        try channel.writeOutbound(head("application/json"))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(channel.isActive)
    }

    @Test func `A client that reads nothing is disconnected after the time limit`() throws {
        let channel = try connect(WriteDeadline(limit: .seconds(30)))
        for _ in 0..<2 {
            channel.isWritable = false
            channel.pipeline.fireChannelWritabilityChanged()
            loop.advanceTime(by: .seconds(29))
            channel.isWritable = true
            channel.pipeline.fireChannelWritabilityChanged()
            loop.advanceTime(by: .seconds(60))
        }
        #expect(channel.isActive)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        loop.advanceTime(by: .seconds(30))
        #expect(!channel.isActive)
    }

    @Test func `A client that reads slowly stays connected`() throws {
        let channel = try connect(WriteDeadline(limit: .seconds(30)))
        channel.write(ByteBuffer(string: "much"), promise: nil)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        loop.advanceTime(by: .seconds(29))
        channel.flush()
        loop.advanceTime(by: .seconds(1))
        #expect(channel.isActive, "the client has read bytes within the last interval")
        loop.advanceTime(by: .seconds(30))
        #expect(!channel.isActive)
    }

    @Test func `A request that arrives too slowly closes its connection`() throws {
        let channel = try deadline()
        try channel.writeInbound(
            HTTPRequestPart.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")))
        for _ in 0..<29 {
            loop.advanceTime(by: .seconds(1))
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "x")))
        }
        #expect(channel.isActive)
        loop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `The time limit applies to the arrival of each request and not to its response`() throws {
        let channel = try deadline()
        for _ in 0..<3 {
            try channel.writeInbound(
                HTTPRequestPart.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")))
            loop.advanceTime(by: .seconds(20))
            try channel.writeInbound(HTTPRequestPart.end(nil))
            loop.advanceTime(by: .seconds(60))
        }
        #expect(channel.isActive)
    }
}
