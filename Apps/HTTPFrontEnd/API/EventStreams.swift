import FeatureKit
import HTTPTypes
import Hummingbird

/// Opens event streams, as many as there is room for.
struct EventStreams: Sendable {
    let pool: SessionPool
    let places: StreamPlaces
    let metrics: HostMetrics

    /// Answers with the stream of a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - log: What its streams of this kind have said.
    ///   - encoder: How they say it.
    /// - Throws: ``Problem``: 403 for a page from elsewhere, 503 where there is no room.
    @inline(never)  // a stream keeps the memory of the calls that led to it
    func open(
        _ session: Session, _ log: FrameLog, by encoder: some FrameEncoder, for request: Request,
        _ context: HostContext
    ) throws(Problem) -> Response {
        // A page from elsewhere could not read a stream, but hold it open.
        try request.refuseOtherSites("event streams are")
        let place = try places.take(session: session.id, address: context.address)
        let stream = EventStream(
            session: session, log: log, encoder: encoder, pool: pool, metrics: metrics, place: place,
            channel: context.channel)
        return stream.response(to: request)
    }
}
