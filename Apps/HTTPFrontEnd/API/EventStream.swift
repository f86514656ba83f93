import CoreMetrics
import FeatureKit
import HTTPTypes
import Hummingbird
import NIOCore

/// What a session shows, as server-sent events (HTML Standard, 9.2): `frame`, `patch`, `notice` and, at its end, `closed`.
///
/// The viewer is attached when the first byte goes out, and detached as soon as the client is gone. A slow client gets
/// fewer frames: the next is taken when the last has been written.
struct EventStream<Encoder: FrameEncoder> {
    let session: Session
    let log: FrameLog
    let encoder: Encoder
    let pool: SessionPool
    let metrics: HostMetrics
    /// Where it stands among all streams, for as long as it is open.
    let place: StreamPlaces.Place
    /// The connection that it is written to.
    let channel: any Channel

    /// Answers with the stream.
    ///
    /// It goes on after the revision that the client has got: `Last-Event-ID`, or `after` in the query for the first time.
    func response(to request: Request) -> Response {
        let given = request.headers[.lastEventID] ?? (try? request.readQuery())?.texts["after"]
        let known = given.flatMap { Int($0) }
        let body = ResponseBody { writer in
            await pool.beginWatching(session.id)
            do {
                try await write(to: &writer, after: known)
            } catch {
                await pool.endWatching(session.id)
                throw error
            }
            await pool.endWatching(session.id)
            try await writer.finish(nil)
            withExtendedLifetime(place) {}
        }
        return Response(status: .ok, headers: ResponseFields.events, body: body)
    }

    /// Writes events until the session ends or the client is gone.
    @concurrent
    private func write(to writer: inout any ResponseBodyWriter, after known: Int?) async throws {
        guard let viewer = try? await session.attach() else { return try await writer.write(eventStreamEnd) }
        defer { viewer.detach() }
        // No task reads on to find out: that would cost a stream a tenth of its memory.
        channel.closeFuture.whenComplete { _ in viewer.detach() }
        var progress = Progress(known: known)
        while let events = await events(from: viewer, &progress) {
            if events.readableBytes > 0 { try await writer.write(events) }
        }
        try await writer.write(eventStreamEnd)
    }

    /// Waits for the next event and says it; `nil` at the end.
    @concurrent
    private func events(from viewer: Viewer, _ progress: inout Progress) async -> ByteBuffer? {
        guard let event = await viewer.next() else { return nil }
        return events(for: event, &progress)
    }

    /// Says an event; apart from what waits for it, for a stream keeps the memory of that.
    @inline(never)
    private func events(for event: Viewer.Event, _ progress: inout Progress) -> ByteBuffer {
        switch event {
        case .notice(let notice): return encoder.notice(notice)
        case .frame(let frame):
            let (events, isFrame, revision) = log.events(after: progress.known, showing: frame, by: encoder)
            defer { progress = Progress(known: revision, isFirst: false) }
            (isFrame ? metrics.frameBytes : metrics.patchBytes).increment(by: events.readableBytes)
            return progress.isFirst ? eventStreamBeginning + events : events
        }
    }
}

/// How far a stream has come.
private struct Progress {
    /// The revision that the client shows.
    var known: Int?
    var isFirst = true
}

extension ByteBuffer {
    /// A client that is cut off tries again after a second; one that knows it all learns that it is heard.
    fileprivate static func + (beginning: ByteBuffer, events: ByteBuffer) -> ByteBuffer {
        var buffer = beginning
        if events.readableBytes > 0 { buffer.writeImmutableBuffer(events) } else { buffer.writeStaticString("\n") }
        return buffer
    }
}

private let eventStreamBeginning = ByteBuffer(string: "retry: 1000\n")
private let eventStreamEnd = ByteBuffer(string: "event: closed\ndata: {}\n\n")
