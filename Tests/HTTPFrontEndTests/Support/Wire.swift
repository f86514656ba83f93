import NIOCore
import NIOPosix

/// A bare connection to a server on this machine: bytes out, bytes in.
struct Wire {
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var received = ""

    /// Connects, runs a closure and closes.
    static func connected<Result>(to port: Int, _ body: (inout Wire) async throws -> Result) async throws -> Result {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var wire = Wire(outbound: outbound, inbound: inbound.makeAsyncIterator())
            return try await body(&wire)
        }
    }

    /// Sends text as it is.
    func send(_ text: String) async throws {
        try await outbound.write(ByteBuffer(string: text))
    }

    /// Says that nothing more is sent; what comes in can still be read.
    func closeOutput() { outbound.finish() }

    /// Sends a request of these lines without a body.
    func send(_ lines: String...) async throws {
        try await send((lines + ["", ""]).joined(separator: "\r\n"))
    }

    /// Reads until a text has come, and returns everything up to its end; `nil` if the connection ends before.
    mutating func read(through text: String) async throws -> String? {
        while true {
            if let range = received.firstRange(of: text) {
                defer { received = String(received[range.upperBound...]) }
                return String(received[..<range.upperBound])
            }
            guard let part = try await inbound.next(isolation: #isolation) else { return nil }
            received += String(buffer: part)
        }
    }

    /// Reads until the server closes the connection.
    mutating func readToEnd() async throws -> String {
        while let part = try await inbound.next(isolation: #isolation) { received += String(buffer: part) }
        return received
    }

    /// Reads one answer's head.
    mutating func readHead() async throws -> String? { try await read(through: "\r\n\r\n") }
}
