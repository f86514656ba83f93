import FeatureKit
import Hummingbird

/// What a session shows, as server-sent events (HTML Standard, 9.2): `frame`, `notice` and, at its end, `closed`.
///
/// The viewer is attached when the first byte goes out, and detached as soon as the client is gone. A slow client gets
/// fewer frames: the next is taken when the last has been written.
struct EventStream {
    let session: Session
    let pool: SessionPool

    func response(to request: Request) -> Response {
        let body = ResponseBody { writer in
            await pool.beginWatching(session.id)
            do {
                try await write(to: &writer, until: request.body)
            } catch {
                await pool.endWatching(session.id)
                throw error
            }
            await pool.endWatching(session.id)
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: ResponseFields.events, body: body)
    }

    /// Writes events until the session ends or the client is gone.
    @concurrent
    private func write(to writer: inout any ResponseBodyWriter, until body: RequestBody) async throws {
        guard let viewer = try? await session.attach() else { return try await writer.write(EventStream.closed) }
        try await body.consumeWithInboundCloseHandler { _ in
            while let event = await viewer.next() {
                try await writer.write(EventStream.encode(event))
            }
            try await writer.write(EventStream.closed)
        } onInboundClosed: {
            viewer.detach()
        }
    }

    private static let closed = ByteBuffer(string: "event: closed\ndata: {}\n\n")

    /// Writes an event in one piece: a heartbeat may come between two of them.
    private static func encode(_ event: Viewer.Event) -> ByteBuffer {
        switch event {
        case .frame(let frame): encode("event: frame\nid: \(frame.revision)\ndata: ", frame.json)
        case .notice(let notice): encode("event: notice\ndata: ", notice.json)
        }
    }

    private static func encode(_ head: String, _ json: [UInt8]) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(head.utf8.count + json.count + 2)
        buffer.writeString(head)
        buffer.writeBytes(json)
        buffer.writeString("\n\n")
        return buffer
    }
}
