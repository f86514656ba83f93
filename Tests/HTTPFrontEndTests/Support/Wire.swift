import NIOCore
import NIOPosix
import Testing

/// A plain TCP connection to a server on this machine.
struct Wire {
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private var received: [UInt8] = []

    /// Connects, runs a closure and closes the connection.
    ///
    /// - Parameters:
    ///   - address: The local address of the connection.
    ///   - isReset: Whether the connection ends with a reset, as that of a program that crashes.
    static func connected<Result>(
        to port: Int, from address: String = "127.0.0.1", isReset: Bool = false,
        _ body: (inout Wire) async throws -> Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(to: SocketAddress(ipAddress: address, port: 0))
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        if isReset {
            let socket = try #require(channel.channel as? any SocketOptionProvider)
            try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        return try await channel.executeThenClose { inbound, outbound in
            var wire = Wire(outbound: outbound, inbound: inbound.makeAsyncIterator())
            let result = try await body(&wire)
            // The end of the sending side would come before the reset.
            if isReset { try await channel.channel.close() }
            return result
        }
    }

    /// Sends text without changes.
    func send(_ text: String) async throws {
        try await outbound.write(ByteBuffer(string: text))
    }

    /// Closes the sending side.
    ///
    /// The connection can still receive answers.
    func closeOutput() { outbound.finish() }

    /// Sends a request that consists of the given lines and has no body.
    func send(_ lines: String...) async throws {
        try await send((lines + ["", ""]).joined(separator: "\r\n"))
    }

    /// Reads until a text arrives and returns everything up to the text's end; `nil` if the connection ends first.
    mutating func read(through text: String) async throws -> String? {
        while true {
            if let range = received.firstRange(of: Array(text.utf8)) {
                defer { received.removeSubrange(..<range.upperBound) }
                return String(decoding: received[..<range.upperBound], as: UTF8.self)
            }
            guard let part = try await inbound.next(isolation: #isolation) else { return nil }
            received += part.readableBytesView
        }
    }

    /// Reads and discards a number of bytes, or everything until the connection ends.
    mutating func skip(_ count: Int) async throws {
        while received.count < count, let part = try await inbound.next(isolation: #isolation) {
            received += part.readableBytesView
        }
        received.removeFirst(min(count, received.count))
    }

    /// Reads until the server closes the connection.
    mutating func readToEnd() async throws -> String {
        while let part = try await inbound.next(isolation: #isolation) { received += part.readableBytesView }
        return String(decoding: received, as: UTF8.self)
    }

    /// Reads the head of one response.
    mutating func readHead() async throws -> String? { try await read(through: "\r\n\r\n") }
}
