import CoreMetrics
import FeatureKit
import HTTPConnections
import HTTPTypes
import Hummingbird
import Interaction
import NIOCore

/// Sends a session's frames, patches and notices and the number of its streams as server-sent events (HTML Standard,
/// 9.2), the event `closed` when the session ends, and the event `renew` when only the stream ends.
///
/// The viewer is attached when the first byte is written, and detached when the client disconnects. A slow client gets
/// fewer frames, because the stream takes the next frame only when it has written the previous one.
struct EventStream<Encoder: FrameEncoder> {
    let session: Session
    let log: FrameLog
    let encoder: Encoder
    let pool: SessionPool
    let metrics: HostMetrics
    /// Counts the stream as open until it is released.
    let place: StreamPlaces.Place
    /// The connection to which the stream is written.
    let channel: any Channel
    /// The time after which the stream ends, so that the client opens a new one; `nil` for no limit.
    let lifetime: Duration?
    /// Renders the frames of a page's stream in turn; `nil` for a stream of JSON, which takes little time.
    var rendering: StreamRendering?

    /// Makes the response.
    ///
    /// The stream continues after the revision that the client has. The client sends this revision as `Last-Event-ID`,
    /// or as `after` in the query of its first request. If the person's rights have changed since, it begins anew.
    func response(to request: Request) -> Response {
        let given = request.headers[.lastEventID] ?? (try? request.readQuery())?.texts["after"]
        let known = given.flatMap(log.rights.revision)
        let body = ResponseBody { writer in
            pool.beginWatching(session.id)
            do {
                defer { pool.endWatching(session.id) }
                try await write(to: &writer, after: known)
            }
            try await writer.finish(nil)
            withExtendedLifetime(place) {}
        }
        return Response(status: .ok, headers: ResponseFields.events, body: body)
    }

    /// Writes events until the session ends or the client disconnects.
    @concurrent
    private func write(to writer: inout any ResponseBodyWriter, after known: Int?) async throws {
        guard let viewer = try? await session.attachCounted() else { return try await writer.write(eventStreamEnd) }
        defer { viewer.detach() }
        // The channel's close tells that the client has disconnected. A task that reads from the connection would tell
        // it too, but would add a tenth to a stream's memory.
        channel.closeFuture.whenComplete { _ in viewer.detach() }
        let deadline = lifetime.map { NIODeadline.now() + TimeAmount($0) }
        let end = deadline.map { channel.eventLoop.scheduleTask(deadline: $0) { viewer.detach() } }
        defer { end?.cancel() }
        var progress = Progress(known: known)
        while let events = try await events(from: viewer, &progress) {
            if events.readableBytes > 0 { try await writer.write(events) }
        }
        try await writer.write(deadline.map { $0 <= .now() } == true ? eventStreamRenewal : eventStreamEnd)
    }

    /// Waits for the next event and encodes it; `nil` after the last event.
    @concurrent
    private func events(from viewer: Viewer, _ progress: inout Progress) async throws -> ByteBuffer? {
        guard let event = await viewer.next() else { return nil }
        if let rendering, case .frame(let frame) = event, !log.hasEvents(after: progress.known, showing: frame) {
            return bytes(of: try await render(frame, after: progress.known, in: rendering), &progress)
        }
        return events(for: event, &progress)
    }

    /// Waits for a place to render the events of a frame, and renders them.
    @concurrent
    private func render(
        _ frame: Frame, after known: Int?, in rendering: StreamRendering
    ) async throws -> FrameLog.Events {
        let (log, encoder) = (log, encoder)
        return try await rendering.departures.attending(channel) {
            try await rendering.places.render(for: rendering.address, isPatient: true) {
                log.events(after: known, showing: frame, by: encoder)
            }
        }
    }

    /// Encodes an event.
    ///
    /// This function is not inlined into the function that waits, because an open stream keeps the stack memory of the
    /// waiting function.
    @inline(never)
    private func events(for event: Viewer.Event, _ progress: inout Progress) -> ByteBuffer {
        switch event {
        case .notice(let notice): encoder.notice(log.rights.shown(notice))
        case .work(let work): encoder.work(log.rights.shown(work))
        case .viewers(let number): encoder.viewers(number)
        case .frame(let frame): bytes(of: log.events(after: progress.known, showing: frame, by: encoder), &progress)
        }
    }

    private func bytes(of events: FrameLog.Events, _ progress: inout Progress) -> ByteBuffer {
        defer { progress = Progress(known: events.revision, isFirst: false) }
        (events.isFrame ? metrics.frameBytes : metrics.patchBytes).increment(by: events.bytes.readableBytes)
        return progress.isFirst ? eventStreamBeginning + events.bytes : events.bytes
    }
}

/// The places in which the frames of a page's stream are rendered.
struct StreamRendering: Sendable {
    let places: RenderingPlaces
    let departures: Departures
    let address: ClientAddress
}

/// The state of a stream.
private struct Progress {
    /// The revision that the client has; `nil` if the client has no frame.
    var known: Int?
    var isFirst = true
}

extension ByteBuffer {
    /// Prefixes the first events of a stream with the time after which a disconnected client reconnects: one second.
    ///
    /// If there are no events yet, an empty line still confirms the connection.
    fileprivate static func + (beginning: ByteBuffer, events: ByteBuffer) -> ByteBuffer {
        var buffer = beginning
        if events.readableBytes > 0 { buffer.writeImmutableBuffer(events) } else { buffer.writeStaticString("\n") }
        return buffer
    }
}

private let eventStreamBeginning = ByteBuffer(string: "retry: 1000\n")
private let eventStreamRenewal = ByteBuffer(string: "event: renew\ndata: {}\n\n")
private let eventStreamEnd = ByteBuffer(string: "event: closed\ndata: {}\n\n")
