import FeatureTesting
import HTTPFrontEnd
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

/// What slow clients leave unread takes no more memory than the host has for it.
@Suite(.timeLimit(.minutes(5))) struct UnreadAnswerTests {
    private let answers = UnreadAnswers(
        limit: 100 << 10,
        log: LimitLog(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: ManualClock()))

    private func connect() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: UnreadBytes(answers))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// Writes so many kibibytes, which the client has not taken before they are flushed.
    private func write(_ count: Int, to channel: EmbeddedChannel) {
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: count << 10)), promise: nil)
    }

    @Test func `beyond the limit the client goes that has been behind for longest`() throws {
        let (first, second, third) = (try connect(), try connect(), try connect())
        write(40, to: first)
        write(40, to: second)
        first.flush()
        write(40, to: first)
        #expect(first.isActive && second.isActive)
        write(40, to: third)
        #expect(first.isActive && !second.isActive && third.isActive)
    }

    @Test func `what was taken counts no more, and one answer alone may be larger`() throws {
        let (first, second) = (try connect(), try connect())
        write(400, to: first)
        #expect(first.isActive)
        first.flush()
        for _ in 0..<9 {
            write(40, to: first)
            write(40, to: second)
            first.flush()
            second.flush()
        }
        #expect(first.isActive && second.isActive)
    }
}
