import FeatureKit

/// A session that runs, and what its streams have said of it.
final class LiveSession: Sendable {
    let session: Session
    /// What programs were told.
    let frames = FrameLog()
    /// What pages were told.
    let pages = FrameLog()

    init(_ session: Session) { self.session = session }
}
