import FeatureKit
import HTTPTypes
import Hummingbird

/// Opens event streams within the limits.
struct EventStreams: Sendable {
    let pool: SessionPool
    let places: StreamPlaces
    let metrics: HostMetrics
    /// Ends the streams of clients whose access ends.
    let identification: Identification

    /// Makes the response that streams a session.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - log: The frames and patches that earlier streams of this kind have sent.
    ///   - encoder: Encodes the events.
    ///   - rendering: The places in which frames are rendered; `nil` if encoding them takes little time.
    /// - Throws: ``Problem``: 401 if the client's access has just ended, 403 for a page of another site, 503 when a limit
    ///   is reached or the client's rights have just changed.
    @inline(never)  // otherwise, an open stream would keep this function's stack memory too
    func open(
        _ session: Session, _ log: FrameLog, by encoder: some FrameEncoder, in rendering: StreamRendering? = nil,
        for request: Request, _ context: HostContext
    ) throws(Problem) -> Response {
        // A page of another site cannot read a stream, but could keep it open.
        try request.refuseOtherSites("event streams are")
        let place = try places.take(session: session.id, address: context.address)
        let lifetime = try identification.lifetime(ofStreamFor: request, context)
        let stream = EventStream(
            session: session, log: log, encoder: encoder, pool: pool, metrics: metrics, place: place,
            channel: context.channel, lifetime: lifetime, rendering: rendering)
        return stream.response(to: request)
    }
}
