import FeatureTesting
import HTTPConnections
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

/// Tests that the memory of unread responses stays within its limit.
@Suite(.timeLimit(.minutes(5))) struct UnreadAnswerTests {
    private let answers = UnreadAnswers(
        limit: 100 << 10,
        log: LimitLog(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: ManualClock()))

    private func connect() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: UnreadBytes(answers))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// Writes a number of kibibytes.
    ///
    /// The bytes count as unread until the channel is flushed.
    private func write(_ count: Int, to channel: EmbeddedChannel) {
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: count << 10)), promise: nil)
    }

    @Test func `Exceeding the memory limit disconnects the client with the oldest unread bytes`() throws {
        let (first, second, third) = (try connect(), try connect(), try connect())
        write(40, to: first)
        write(40, to: second)
        first.flush()
        write(40, to: first)
        #expect(first.isActive && second.isActive)
        write(40, to: third)
        #expect(first.isActive && !second.isActive && third.isActive)
    }

    @Test func `Bytes that a client has read no longer count, and a single client may exceed the limit`() throws {
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
